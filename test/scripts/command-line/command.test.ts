import { expect, it, onTestFinished, vi } from 'vitest'
import { createProgress } from '../../../scripts/command-line/command'

it('progress is written to a terminal every 100 ms at most, and its text made only then', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const written: string[] = []
  const detail = vi.fn(() => '1 call')
  const progress = createProgress({ isTTY: true, write: (text) => written.push(text) })
  for (let time = 0; time < 1000; time++) {
    progress.show('checking', detail)
    vi.advanceTimersByTime(1)
  }
  expect(written).toEqual(Array(10).fill('\r\x1b[Kchecking: 1 call'))
  expect(detail).toHaveBeenCalledTimes(10)
})

it('progress is written to a file once a step', () => {
  const written: string[] = []
  const progress = createProgress({ write: (text) => written.push(text) })
  for (const step of ['checking', 'checking', 'pictures']) progress.show(step, () => 'not shown')
  progress.end()
  expect(written).toEqual(['checking …\n', 'pictures …\n'])
})
