import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** An answer as raw bytes; `head` excludes its id and date, which have their own fields. */
export type WireAnswer = { head: string; id: string; date: string; body: Buffer }

/** A keep-alive connection with access to every byte: `ask` sends a request and reads its answer, `next` reads a further one. */
export type Wire = { socket: Socket; ask: (request: string) => Promise<WireAnswer>; next: () => Promise<WireAnswer> }

export function openWire(port: number): Wire {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  onTestFinished(() => void socket.destroy())
  let received = Buffer.alloc(0)
  let onMore = () => {}
  socket.on('data', (piece) => {
    received = Buffer.concat([received, piece])
    onMore()
  })
  socket.on('close', () => onMore())
  const more = () =>
    new Promise<void>((resolve, reject) => {
      if (socket.destroyed)
        return reject(new Error(`the connection ended after ${received.toString('latin1', 0, 200)}`))
      onMore = resolve
    })
  const next = async (isBodiless = false): Promise<WireAnswer> => {
    for (;;) {
      const end = received.indexOf('\r\n\r\n') + 4
      const head = received.toString('latin1', 0, end)
      const length =
        isBodiless || / 304 /.test(head.slice(0, 15)) ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1])
      if (end >= 4 && received.length >= end + length) {
        const body = received.subarray(end, end + length)
        received = received.subarray(end + length)
        return { ...readHead(head), body }
      }
      await more()
    }
  }
  const ask = (request: string) => {
    socket.write(request, 'latin1')
    return next(request.startsWith('HEAD'))
  }
  return { socket, ask, next }
}

function readHead(head: string): Omit<WireAnswer, 'body'> {
  const [, id = ''] = /\r\nx-request-id: ([^\r]*)/.exec(head) ?? []
  const [, date = ''] = /\r\nDate: ([^\r]*)/.exec(head) ?? []
  return { id, date, head: head.replace(`x-request-id: ${id}`, 'x-request-id: …').replace(`Date: ${date}`, 'Date: …') }
}

/** The text of a request, as a client sends it. */
export function requestText(method: string, path: string, headers: Record<string, string> = {}, body = ''): string {
  const bytes = Buffer.from(body)
  const lines = Object.entries({ host: 'localhost', ...headers, ...(body && { 'content-length': `${bytes.length}` }) })
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${bytes.toString('latin1')}`
}
