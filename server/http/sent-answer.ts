import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

/** An answer as it went over the line, to be sent again with another id and date. */
export type SentAnswer = {
  /** Sends it as the answer to the request whose response is given; false, and nothing is sent, when it can't be. */
  send: (response: ServerResponse, id: string) => boolean
  /** Bytes that it takes. */
  size: number
}

/** Up to here head and body are one piece: one write costs a third less than writes of pieces. */
const largestPiece = 256 * 1024

/** Characters of a new id, and of a date (RFC 9110, 5.6.7). */
const idLength = 36
const dateLength = 29

/**
 * Reads an answer off the response that sent it, of which this is the body. `undefined` when its head is not as it would be again:
 * without id or date, with another length, or for a connection that ends.
 */
export function readSent(response: ServerResponse, body: Buffer): SentAnswer | undefined {
  const text = headOf(response)
  const [, before, id, between] =
    /^(HTTP\/1\.1 [\s\S]*?\r\nx-request-id: )([^\r]*)(\r\n[\s\S]*?\r\nDate: )/.exec(text) ?? []
  if (before === undefined || id === undefined || between === undefined) return undefined
  const [, length] = /\r\ncontent-length: (\d+)\r\n/i.exec(text) ?? []
  const isWhole = response.statusCode === 304 || Number(length) === body.length
  if (!isWhole || !/\r\nconnection: keep-alive\r\n/i.test(text)) return undefined
  const rest = text.slice(before.length + id.length + between.length + dateLength)
  return sentAnswer([before, between, rest], response.statusCode, body)
}

function sentAnswer([before, between, rest]: [string, string, string], status: number, body: Buffer): SentAnswer {
  const idAt = before.length
  const dateAt = idAt + idLength + between.length
  const head = Buffer.from(`${before}${' '.repeat(idLength)}${between}${' '.repeat(dateLength)}${rest}`, 'latin1')
  const piece = head.length + body.length <= largestPiece ? Buffer.concat([head, body]) : undefined
  // Whether a slow client's system has not taken all of the piece yet: it is read later, so the next answer must not write into it.
  let isTaken = false
  let dated = ''
  return {
    size: (piece?.length ?? 0) + head.length + body.length,
    send: (response, id) => {
      const { socket } = response
      if (!socket || !canSendRaw) return false
      response.statusCode = status
      const date = dateNow()
      if (piece && !isTaken && id.length === idLength) {
        if (dated !== date) piece.write(date, dateAt, 'latin1')
        dated = date
        piece.write(id, idAt, 'latin1')
        socket.write(piece)
        if (socket.writableLength > 0) {
          isTaken = true
          response.once('close', () => {
            isTaken = false
          })
        }
      } else {
        socket.cork()
        socket.write(before + id + between + date + rest, 'latin1')
        if (body.length > 0) socket.write(body)
        socket.uncork()
      }
      endSent(response)
      return true
    },
  }
}

/** The two fields that Node.js keeps a response's head in. */
type Headed = { _header: unknown; _headerSent: unknown }

function headOf(response: ServerResponse): string {
  return String((response as unknown as Headed)._header) // a field of Node.js's own
}

/**
 * Ends a response whose bytes are with its socket already. By `writeHead` and `end` Node.js would check and join twenty headers
 * again and write in three pieces, for a third of the whole answer's price.
 */
function endSent(response: ServerResponse): void {
  const headed = response as unknown as Headed // fields of Node.js's own, which `canSendRaw` has tried
  headed._header = ' '
  headed._headerSent = true
  response.end()
}

/** Whether Node.js ends such a response without a byte of its own, as every version until now does. */
const canSendRaw = (() => {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  const socket = new Socket()
  let isQuiet = true
  socket.write = () => {
    isQuiet = false
    return true
  }
  response.assignSocket(socket)
  endSent(response)
  return isQuiet && response.writableEnded && response.headersSent
})()

let date = ''
let dateEnds = 0

/** The date as the header has it, made once a second. */
function dateNow(): string {
  const now = Date.now()
  if (now >= dateEnds || now < dateEnds - 1000) {
    date = new Date(now).toUTCString()
    dateEnds = (Math.floor(now / 1000) + 1) * 1000
  }
  return date
}
