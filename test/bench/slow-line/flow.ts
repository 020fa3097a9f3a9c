/** A network line. `roundTrip` is in milliseconds, and `kilobits` are per second in each direction. */
export type Line = { roundTrip: number; kilobits: number }

/** A line with the round trip time and the speed of Chrome's "Slow 3G". */
export const slowLine: Line = { roundTrip: 400, kilobits: 400 }

/** The content of one packet, and its headers (IP, TCP with time stamps), in bytes. */
const packetSize = 1_448
const packetHeaders = 52

/** The number of packets that a sender may send before the first acknowledgement (RFC 6928). */
const firstWindow = 10

/** One direction of a line. All connections share it: packets are sent in the order in which they come. */
export type Direction = {
  /** Sends a packet with `content` bytes at the time `now`. Returns the time at which its last bit arrives. */
  send: (content: number, now: number) => number
}

/** `line` may be changed while the direction is in use. */
export function createDirection(line: Line): Direction {
  let freeAt = 0
  return {
    send: (content, now) => {
      // A kilobit per second is a bit per millisecond.
      freeAt = Math.max(now, freeAt) + ((content + packetHeaders) * 8) / line.kilobits
      return freeAt + line.roundTrip / 2
    },
  }
}

type FlowOptions = {
  line: Line
  direction: Direction
  /** The time at which the connection is open. Nothing is sent before. */
  opensAt: number
  /** Called for each packet that arrives, in order, and without content at the end. */
  deliver: (content: Buffer | undefined) => void
}

export type Flow = {
  /** Sends bytes after all earlier bytes. Calls back when the last of them has left. */
  send: (content: Buffer, onSent: () => void) => void
  /** Ends the flow: nothing more will be sent. */
  end: () => void
  /** Drops all bytes that have not arrived. */
  destroy: () => void
}

/**
 * One direction of one connection. Like TCP, it begins with ten packets and sends more with each acknowledgement (slow start). It
 * never keeps more on the line than twice the capacity of the line, and it loses nothing. Other bytes stay with the sender, which
 * can still decide what it sends first.
 */
export function createFlow({ line, direction, opensAt, deliver }: FlowOptions): Flow {
  const widest = () => Math.max(firstWindow * packetSize, (2 * line.roundTrip * line.kilobits) / 8)
  const waiting: { content: Buffer; onSent: () => void }[] = []
  const travelling: { content: Buffer | undefined }[] = []
  const unacknowledged: number[] = []
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let window = firstWindow * packetSize
  let inFlight = 0
  let lastArrival = 0

  const after = (at: number, run: () => void) => {
    const timer = setTimeout(
      () => {
        timers.delete(timer)
        run()
      },
      Math.max(0, Math.round(at - performance.now())),
    )
    timers.add(timer)
  }

  // Each timer delivers the oldest packet, because timers may end a millisecond early or late, and so in another order.
  const arrive = () => {
    const next = travelling.shift()
    if (next) deliver(next.content)
  }

  const acknowledge = () => {
    const bytes = unacknowledged.shift() ?? 0
    inFlight -= bytes
    window = Math.min(widest(), window + bytes)
    pump()
  }

  function pump(): void {
    const now = performance.now()
    for (let next = waiting[0]; next && inFlight < window; next = waiting[0]) {
      const content = next.content.subarray(0, packetSize)
      next.content = next.content.subarray(packetSize)
      inFlight += content.length
      lastArrival = direction.send(content.length, now)
      travelling.push({ content })
      unacknowledged.push(content.length)
      after(lastArrival, arrive)
      after(lastArrival + line.roundTrip / 2, acknowledge)
      if (next.content.length > 0) continue
      waiting.shift()
      next.onSent()
    }
  }

  let isOpen = false
  after(opensAt, () => {
    isOpen = true
    pump()
  })
  return {
    send: (content, onSent) => {
      waiting.push({ content, onSent })
      if (isOpen) pump()
    },
    end: () => {
      const at = Math.max(lastArrival, performance.now() + line.roundTrip / 2)
      travelling.push({ content: undefined })
      after(at, arrive)
    },
    destroy: () => {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      waiting.length = 0
      travelling.length = 0
    },
  }
}
