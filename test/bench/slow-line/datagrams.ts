import { createSocket, type Socket } from 'node:dgram'
import { createDirection, slowLine } from './flow'

/** The headers of a UDP datagram are 24 bytes shorter than those that the line adds to a packet. */
const shorter = 24

/**
 * Carries UDP datagrams between a port of its own, which it sends when ready, and the port in its argument, over a slow line. It
 * runs as a process, as `line-process.ts` does, and loses nothing.
 */
const target = Number(process.argv[2])
const [up, down] = [createDirection(slowLine), createDirection(slowLine)]
const front = createSocket({ type: 'udp6', ipv6Only: false })
const farEnds = new Map<string, Socket>()

function carry(direction: typeof up, { length }: Buffer, deliver: () => void): void {
  const now = performance.now()
  setTimeout(deliver, Math.round(direction.send(length - shorter, now) - now))
}

front.on('message', (content, { address, port }) => {
  const name = `${address} ${port}`
  const farEnd = farEnds.get(name) ?? createSocket('udp4')
  if (!farEnds.has(name)) {
    farEnds.set(name, farEnd)
    farEnd.on('message', (answer) => carry(down, answer, () => front.send(answer, port, address)))
  }
  carry(up, content, () => farEnd.send(content, target, '127.0.0.1'))
})
front.bind(0, '::', () => process.send?.(front.address().port))
