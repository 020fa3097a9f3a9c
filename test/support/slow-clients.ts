import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Slow requests that occupy a server: each sends its beginning and never completes. */
const drips = {
  header: 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
  body: 'POST /api/get-course HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"slug":"',
} as const

/** Sends the beginning of a request, then a byte every half second until the server ends it; returns the answer. */
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

/** Opens connections that send nothing; returns a function that closes them. */
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
