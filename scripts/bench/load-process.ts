import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** One measurement: so many connections, each with one request under way at a time, for so many seconds. */
export type Load = { port: number; request: string; status: number; connections: number; seconds: number }

/** What the load's process says: that it runs, and how much was answered in which time. */
export type LoadMessage = { kind: 'begun' } | { kind: 'ended'; answered: number; seconds: number; error?: string }

/** Requests of one connection: below the server's limit per address and minute. */
const mostPerAddress = 900

/** What runs before the counting, in milliseconds. */
const warmUp = 150

let addresses = Math.floor(Math.random() * 250 ** 3)

process.on('message', (load: Load) => void run(load))

async function run({ port, request, status, connections, seconds }: Load): Promise<void> {
  const bytes = Buffer.from(request, 'latin1')
  const sockets = new Set<Socket>()
  let answered = 0
  let error: string | undefined
  const open = () => {
    // Each from another address of this machine, as visitors are; Linux answers for all of 127.0.0.0/8.
    addresses++
    const digit = (power: number) => 1 + (Math.floor(addresses / 250 ** power) % 250)
    const localAddress = `127.${digit(2)}.${digit(1)}.${digit(0)}`
    const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true }, () => socket.write(bytes))
    sockets.add(socket)
    let missing = 0
    let begun: Buffer | undefined
    let asked = 1
    socket.on('data', (piece) => {
      if (missing > 0) missing -= piece.length
      else {
        const whole = begun ? Buffer.concat([begun, piece]) : piece
        const end = whole.indexOf('\r\n\r\n')
        begun = end < 0 ? whole : undefined
        if (end < 0) return
        const head = whole.toString('latin1', 0, end)
        if (!head.startsWith(`HTTP/1.1 ${status} `)) error ??= head.slice(0, 80)
        missing = lengthOf(head) - (whole.length - end - 4)
      }
      if (missing > 0) return
      answered++
      if (asked++ < mostPerAddress) return void socket.write(bytes)
      sockets.delete(socket)
      socket.destroy()
      open()
    })
    socket.on('error', (cause) => {
      error ??= String(cause)
    })
  }
  for (let index = 0; index < connections; index++) open()
  await pause(warmUp)
  const [before, began] = [answered, performance.now()]
  tell({ kind: 'begun' })
  await pause(seconds * 1_000)
  tell({
    kind: 'ended',
    answered: answered - before,
    seconds: (performance.now() - began) / 1_000,
    ...(error !== undefined && { error }),
  })
  for (const socket of sockets) socket.destroy()
}

function lengthOf(head: string): number {
  return head.startsWith('HTTP/1.1 304') ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
}

function tell(message: LoadMessage): void {
  process.send?.(message)
}
