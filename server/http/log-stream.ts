import { write, writeSync } from 'node:fs'

/** Batch size in characters and longest delay in milliseconds. Writing each line alone would take a quarter of a page's time. */
const batchSize = 16_000
const longestWait = 200

/** The maximum number of buffered characters while the reader stalls or the disk is full; later lines are dropped. */
const mostWaiting = 4_000_000

/** Delay between tries to write to a full pipe, in milliseconds, and the most tries when the process exits. */
const fullWait = 10
const lastTries = 100

/**
 * Writes log lines to a file descriptor. Retries failed writes, and drops and counts lines beyond `mostWaiting`, so that a stalled
 * reader or a full disk neither ends the process nor fills its memory. Replaces pino's sonic-boom 4, which retries a full disk
 * without end when the process exits.
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
    // Leaves out a batch whose write is in progress.
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
