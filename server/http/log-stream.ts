import { write, writeSync } from 'node:fs'

/** Log lines are written in batches: one by one they take a quarter of the time of a page. */
const batchSize = 16_000
const longestWait = 200

/** The most characters that wait for a reader that stalls or a disk that is full; later lines are dropped. */
const mostWaiting = 4_000_000

/** How long to wait for the reader of a full pipe, in milliseconds, and how often at the end of the process. */
const fullWait = 10
const lastTries = 100

/**
 * Writes log lines to a file descriptor, by default standard output. A write that fails is tried again, and lines beyond
 * `mostWaiting` are dropped and counted in a line of their own, so neither a stalled reader nor a full disk ends the process or fills
 * its memory. Not pino's destination (sonic-boom 4): at the end of the process it tries a full disk again for ever.
 */
export function createLogStream(fd = 1) {
  let lines: string[] = []
  let waiting = 0
  let batch: Buffer = Buffer.alloc(0)
  let isWriting = false
  let dropped = 0

  function add(line: string): void {
    lines.push(line)
    waiting += line.length
  }

  function takeLines(): Buffer {
    if (dropped > 0) add(`${JSON.stringify({ level: 40, time: Date.now(), dropped, msg: 'log lines were dropped' })}\n`)
    const taken = Buffer.from(lines.join(''))
    lines = []
    waiting = 0
    dropped = 0
    return taken
  }

  function flush(): void {
    if (isWriting) return
    if (batch.length === 0) batch = takeLines()
    if (batch.length === 0) return
    isWriting = true
    write(fd, batch, (error, written) => {
      isWriting = false
      if (error?.code === 'EAGAIN') setTimeout(flush, fullWait).unref()
      if (error) return
      batch = batch.subarray(written)
      if (batch.length > 0 || waiting >= batchSize) flush()
    })
  }

  function flushSync(): void {
    // A batch that is being written arrives by itself.
    let rest = isWriting ? takeLines() : Buffer.concat([batch, takeLines()])
    if (!isWriting) batch = Buffer.alloc(0)
    for (let tries = 0; tries < lastTries && rest.length > 0; ) {
      try {
        rest = rest.subarray(writeSync(fd, rest))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') break
        tries++
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, fullWait)
      }
    }
    if (rest.length > 0) add(rest.toString())
  }

  setInterval(flush, longestWait).unref()
  process.once('exit', flushSync)
  return {
    write: (line: string): void => {
      if (waiting + batch.length + line.length > mostWaiting) dropped++
      else add(line)
      if (waiting >= batchSize) flush()
    },
    /** Called by pino after a fatal line. */
    flushSync,
  }
}
