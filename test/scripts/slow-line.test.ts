import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDirection, createFlow, type Line } from '../../bench/slow-line/flow'

const line: Line = { roundTrip: 400, kilobits: 400 }

// At 400 kbit/s a packet of 1,448 bytes and its 52 bytes of headers takes 30 ms, and then half the round trip.
test.each<[string, sent: [bytes: number, at: number][], arrivals: number[]]>([
  ['a packet arrives after its bits and half the round trip', [[1_448, 1_000]], [1_230]],
  [
    'packets wait for those before them, of whichever connection',
    [
      [1_448, 0],
      [1_448, 0],
      [448, 5],
    ],
    [230, 260, 270],
  ],
  [
    'an idle link saves up no bandwidth',
    [
      [1_448, 0],
      [1_448, 9_000],
    ],
    [230, 9_230],
  ],
])('in one direction of a link %s', (_, sent, arrivals) => {
  const direction = createDirection(line)
  expect(sent.map(([bytes, at]) => direction.send(bytes, at))).toEqual(arrivals)
})

describe('one direction of a connection', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  function start(more: { opensAt?: number; roundTrip?: number } = {}) {
    const own = { ...line, roundTrip: more.roundTrip ?? line.roundTrip }
    const arrived: { at: number; bytes: number }[] = []
    const begun = performance.now()
    const flow = createFlow({
      line: own,
      direction: createDirection(own),
      opensAt: begun + (more.opensAt ?? 0),
      deliver: (content) => arrived.push({ at: Math.round(performance.now() - begun), bytes: content?.length ?? -1 }),
    })
    return { flow, arrived, total: () => arrived.reduce((sum, { bytes }) => sum + Math.max(0, bytes), 0) }
  }

  test('nothing sets out before the connection is open', () => {
    const { flow, arrived } = start({ opensAt: 400 })
    flow.send(Buffer.alloc(448), () => undefined)
    vi.advanceTimersByTime(1_000)
    expect(arrived).toEqual([{ at: 400 + 10 + 200, bytes: 448 }])
  })

  test('bytes arrive in order, in packets, and then the end', () => {
    const { flow, arrived } = start()
    flow.send(Buffer.alloc(2_000), flow.end)
    vi.advanceTimersByTime(2_000)
    expect(arrived.map(({ bytes }) => bytes)).toEqual([1_448, 552, -1])
  })

  test('100 kB take as long as 400 kbit/s require', () => {
    const { flow, arrived, total } = start()
    flow.send(Buffer.alloc(100_000), () => undefined)
    vi.advanceTimersByTime(20_000)
    expect(total()).toBe(100_000)
    const taken = ((100_000 + 70 * 52) * 8) / 400
    // The first ten packets fill the link for 300 ms, and the packets they allow arrive 130 ms later.
    expect(arrived.at(-1)?.at).toBeGreaterThan(taken + 200)
    expect(arrived.at(-1)?.at).toBeLessThan(taken + 200 + 2 * 150)
  })

  test('ten packets go before any is acknowledged, then two for each acknowledgement', () => {
    const { flow, arrived } = start({ roundTrip: 2_000 })
    flow.send(Buffer.alloc(100_000), () => undefined)
    vi.advanceTimersByTime(2_000)
    expect(arrived).toHaveLength(10)
    vi.advanceTimersByTime(2_000)
    expect(arrived).toHaveLength(30)
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

  test('bytes in flight are dropped with the connection', () => {
    const { flow, arrived } = start()
    flow.send(Buffer.alloc(5_000), () => undefined)
    vi.advanceTimersByTime(100)
    flow.destroy()
    vi.advanceTimersByTime(5_000)
    expect(arrived).toEqual([])
  })
})
