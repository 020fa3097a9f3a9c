import { expect, onTestFinished, test, vi } from 'vitest'
import { createDirection, createFlow, type Line } from '../bench/slow-line/flow'

const line: Line = { roundTrip: 400, kilobits: 400 }

function start(own: Line) {
  const arrived: { at: number; bytes: number }[] = []
  const opensAt = performance.now()
  const flow = createFlow({
    line: own,
    direction: createDirection(own),
    opensAt,
    deliver: (content) => arrived.push({ at: performance.now() - opensAt, bytes: content?.length ?? -1 }),
  })
  flow.send(Buffer.alloc(100_000), flow.end)
  return arrived
}

test('a link sends one packet after another, of whichever connection, and saves up no bandwidth while it is idle', () => {
  const { send } = createDirection(line)
  // At 400 kbit/s a packet of 1,448 bytes and its 52 bytes of headers takes 30 ms, and then half the round trip.
  expect([send(1_448, 0), send(1_448, 0), send(448, 5), send(1_448, 9_000)]).toEqual([230, 260, 270, 9_230])
})

test('100 kB take as long as 400 kbit/s require, ten packets before any is acknowledged, then two for each that is', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const [arrived, far] = [start(line), start({ ...line, roundTrip: 2_000 })]
  for (const count of [10, 30]) {
    vi.advanceTimersByTime(2_000)
    expect(far).toHaveLength(count)
  }
  vi.advanceTimersByTime(16_000)
  expect(arrived.map(({ bytes }) => bytes)).toEqual([...Array(69).fill(1_448), 100_000 - 69 * 1_448, -1])
  const taken = ((100_000 + 70 * 52) * 8) / 400
  // The first ten packets fill the link for 300 ms, and the packets that these allow arrive 130 ms later.
  expect(arrived.at(-1)?.at).toBeGreaterThan(taken + 200)
  expect(arrived.at(-1)?.at).toBeLessThan(taken + 200 + 2 * 150)
})
