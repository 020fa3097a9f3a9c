import { expect, it, onTestFinished, vi } from 'vitest'
import { createProgress } from '../../../scripts/command-line/progress'

it.each([
  ['a terminal every 100 ms', true, 100, '\r\x1b[Krecord: 1 call'],
  ['a file every ten seconds', false, 10_000, 'record: 1 call\n'],
])('progress is written to %s, and its text made only then', (_, isTTY, interval, line) => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const written: string[] = []
  const stream = { isTTY, write: (text: string) => written.push(text) }
  const text = vi.fn(() => '1 call')
  const progress = createProgress('record', { stdout: stream, stderr: stream })
  for (let step = 0; step < 100; step++) {
    vi.advanceTimersByTime(interval / 10)
    progress.show(text)
  }
  expect(written).toEqual(Array(10).fill(line))
  expect(text).toHaveBeenCalledTimes(10)
})
