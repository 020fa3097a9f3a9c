import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Ways to take up a server by being slow: each begins a request that never gets done. */
const drips = {
  header: 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
  body: 'POST /api/get-course HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"slug":"',
} as const

/** Sends a request's beginning, then a byte each half second until the server ends it; gives its answer. */
export async function drip(port: number, kind: keyof typeof drips): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    answer += text
  })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(drips[kind])
  const timer = setInterval(() => socket.writable && socket.write('a'), 500)
  await once(socket, 'close')
  clearInterval(timer)
  return answer
}

/** Opens connections that say nothing; gives the way to end them. */
export async function openIdle(port: number, count: number): Promise<() => void> {
  const sockets: Socket[] = Array.from({ length: count }, () => connect(port, '127.0.0.1'))
  await Promise.all(
    sockets.map((socket) =>
      once(
        socket.on('error', () => undefined),
        'connect',
      ),
    ),
  )
  return () => {
    for (const socket of sockets) socket.destroy()
  }
}
