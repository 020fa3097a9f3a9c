import { dial } from './dial'

/** Slow requests that occupy a server: each sends its beginning and never completes. */
const drips = {
  header: 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
  body: 'POST /api/get-course HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"slug":"',
} as const

/** Sends the beginning of a request, then a byte every half second until the server ends it; returns the answer. */
export async function drip(port: number, kind: keyof typeof drips): Promise<string> {
  const { socket, end } = await dial(port)
  socket.write(drips[kind])
  const timer = setInterval(() => socket.writable && socket.write('a'), 500)
  const answer = await end
  clearInterval(timer)
  return answer
}
