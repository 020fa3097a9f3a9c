/** A network link: milliseconds there and back, and kilobits per second in either direction. */
export type Line = { roundTrip: number; kilobits: number }

/** Chrome's "Slow 3G", as a line of its own. */
export const slowLine: Line = { roundTrip: 400, kilobits: 400 }

/** The bytes that one packet carries, and those that its own headers (IP, TCP, with time stamps) add to that, in bytes. */
const packetSize = 1_448
const packetHeaders = 52

/** How many packets a sender may have on their way before it has heard of any (RFC 6928). */
const firstWindow = 10

/** One direction of a line, which all connections share: first come, first served. */
export type Direction = {
  /** Sends a packet of so many bytes of content; gives the time at which its last bit arrives. */
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
  /** From when on anything can be sent: a connection is opened first. */
  opensAt: number
  /** Told of each packet that arrives, in order; without content at the end. */
  deliver: (content: Buffer | undefined) => void
}

export type Flow = {
  /** Sends bytes after those before; calls back when the last of them has set out. */
  send: (content: Buffer, onSent: () => void) => void
  /** Nothing more will be sent. */
  end: () => void
  /** Drops what has not arrived. */
  destroy: () => void
}

/**
 * One direction of one connection. As TCP does it sends no more than has been acknowledged, twice, beginning with ten packets
 * (slow start), and never keeps more on the line than twice what that holds; but it loses nothing. What the line hasn't taken
 * is left with the sender, who can still decide what goes first.
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

  // Each timer stands for one packet, the oldest: timers are a millisecond early or late, and may change places.
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
