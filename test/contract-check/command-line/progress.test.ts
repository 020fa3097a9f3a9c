import { expect, it, vi } from 'vitest'
import { createProgress } from '../../../contract-check/command-line/progress'
import { stopClock } from '../../support/clock'

it.each([
  ['a terminal every 100 ms', true, 100, '\r\x1b[Krecord: 1 call'],
  ['a file every ten seconds', false, 10_000, 'record: 1 call\n'],
])('progress is written to %s', (_, isTTY, interval, line) => {
  const advance = stopClock()
  const write = vi.fn()
  const progress = createProgress('record', { stdout: { write }, stderr: { isTTY, write } })
  for (let step = 0; step < 100; step++) {
    advance(interval / 10)
    progress.show(() => '1 call')
  }
  expect(write.mock.calls).toEqual(Array(10).fill([line]))
})
