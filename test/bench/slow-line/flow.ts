/** A simulated network link: round trip in milliseconds, bandwidth in kilobits per second in each direction. */
export type Line = { roundTrip: number; kilobits: number }

/** Chrome's "Slow 3G" as a simulated link. */
export const slowLine: Line = { roundTrip: 400, kilobits: 400 }

/** Bytes that one packet carries, and bytes of its headers (IP, TCP with time stamps). */
const packetSize = 1_448
const packetHeaders = 52

/** Packets that a sender may send before the first acknowledgement (RFC 6928). */
const firstWindow = 10

/** One direction of a link, which all connections share in order of arrival. */
export type Direction = {
  /** Sends a packet with so many bytes of content; returns the time when its last bit arrives. */
  send: (content: number, now: number) => number
}

/** `line` may change while it is in use. */
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
  /** The time when the connection is open and sending may start. */
  opensAt: number
  /** Called with each packet that arrives, in order; without content at the end. */
  deliver: (content: Buffer | undefined) => void
}

export type Flow = {
  /** Queues bytes; calls back when the last of them has been sent. */
  send: (content: Buffer, onSent: () => void) => void
  /** Marks the end of the bytes. */
  end: () => void
  /** Drops all bytes that have not arrived. */
  destroy: () => void
}

/**
 * One direction of one connection. Like TCP it starts with ten packets and doubles the window as they are acknowledged (slow
 * start), up to twice the link's capacity; it loses no packets. Bytes that the link has not accepted stay with the sender, who can
 * still decide which go first.
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

  // Each timer delivers the oldest packet: timers may fire a millisecond early or late, and so in another order.
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
