import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDirection, createFlow, type Line } from '../../bench/slow-line/flow'

const line: Line = { roundTrip: 400, kilobits: 400 }

test('a link sends one packet after another, of whichever connection, and saves up no bandwidth while it is idle', () => {
  const { send } = createDirection(line)
  // At 400 kbit/s a packet of 1,448 bytes and its 52 bytes of headers takes 30 ms, and then half the round trip.
  expect([send(1_448, 0), send(1_448, 0), send(448, 5), send(1_448, 9_000)]).toEqual([230, 260, 270, 9_230])
})

describe('one direction of a connection', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  function start(own = line, opensAfter = 0) {
    const arrived: { at: number; bytes: number }[] = []
    const begun = performance.now()
    const flow = createFlow({
      ...{ line: own, direction: createDirection(own), opensAt: begun + opensAfter },
      deliver: (content) => arrived.push({ at: performance.now() - begun, bytes: content?.length ?? -1 }),
    })
    return { flow, arrived }
  }

  test('bytes set out once the connection is open, and arrive in order, in packets, then the end; none after a drop', () => {
    const { flow, arrived } = start(line, 400)
    flow.send(Buffer.alloc(2_000), flow.end)
    vi.advanceTimersByTime(2_000)
    expect(arrived.map(({ bytes }) => bytes)).toEqual([1_448, 552, -1])
    expect(arrived[0]?.at).toBeCloseTo(400 + 30 + 200, 0)
    const dropped = start()
    dropped.flow.send(Buffer.alloc(5_000), () => undefined)
    vi.advanceTimersByTime(100)
    dropped.flow.destroy()
    vi.advanceTimersByTime(5_000)
    expect(dropped.arrived).toEqual([])
  })

  test('100 kB take as long as 400 kbit/s require, ten packets before any is acknowledged, then two for each that is', () => {
    const [{ flow, arrived }, far] = [start(), start({ ...line, roundTrip: 2_000 })]
    for (const each of [flow, far.flow]) each.send(Buffer.alloc(100_000), () => undefined)
    for (const count of [10, 30]) {
      vi.advanceTimersByTime(2_000)
      expect(far.arrived).toHaveLength(count)
    }
    vi.advanceTimersByTime(16_000)
    expect(arrived.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(100_000)
    const taken = ((100_000 + 70 * 52) * 8) / 400
    // The first ten packets fill the link for 300 ms, and the packets they allow arrive 130 ms later.
    expect(arrived.at(-1)?.at).toBeGreaterThan(taken + 200)
    expect(arrived.at(-1)?.at).toBeLessThan(taken + 200 + 2 * 150)
  })

  test('bytes that the link has not accepted stay with the sender', () => {
    const { flow } = start()
    const sent = vi.fn()
    flow.send(Buffer.alloc(10 * 1_448), sent)
    vi.advanceTimersByTime(0)
    expect(sent).toHaveBeenCalledTimes(1)
    flow.send(Buffer.alloc(1), sent)
    expect(sent).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(430)
    expect(sent).toHaveBeenCalledTimes(2)
  })
})
