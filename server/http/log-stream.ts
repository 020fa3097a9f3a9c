import SonicBoom from 'sonic-boom'

/** The maximum number of tries (0.1 s each) to write to a full pipe when the process exits. Then the lines are dropped. */
const lastTries = 10

/**
 * Writes log lines to a file descriptor, in batches, because writing each line alone would take a quarter of a page's time. A
 * stalled reader or a full disk neither ends the process nor fills its memory: lines beyond `maxLength` are dropped and counted.
 * Uses sonic-boom 5, because version 4, which pino brings, retries a full disk without end when the process exits.
 */
export function createLogStream(fd = 1) {
  let dropped = 0
  let triesLeft = Number.POSITIVE_INFINITY
  const stream = new SonicBoom({
    fd,
    minLength: 8_000,
    maxLength: 4_000_000,
    periodicFlush: 200,
    retryEAGAIN: () => triesLeft-- > 0,
  })
    // Ignores the error, because the next flush tries again.
    .on('error', () => undefined)
    .on('drop', () => dropped++)
    .on('drain', () => {
      if (dropped > 0)
        stream.write(`${JSON.stringify({ level: 40, time: Date.now(), dropped, msg: 'log lines were dropped' })}\n`)
      dropped = 0
    })

  function flushSync(): void {
    triesLeft = lastTries
    try {
      stream.flushSync()
    } catch {
      // The disk is full, or the reader stalls.
    }
    triesLeft = Number.POSITIVE_INFINITY
  }

  process.once('exit', flushSync)
  return {
    write: (line: string): void => void stream.write(line),
    /** Called by pino after a fatal line. */
    flushSync,
  }
}
