/** Where log lines go. `flush` writes what is waiting, at once: for the last lines of a process. */
export type LogLines = { write: (line: string) => void; flush: () => void }

/** Milliseconds for which the lines of a busy server are gathered, and characters after which they are written sooner. */
const gathering = 20
const longest = 64 * 1024

/**
 * Gathers lines into few writes: those of one turn of the event loop into one, and while a write was less than 20 ms ago those of
 * 20 ms, as a write costs as much as answering a tenth of a request. So an idle server's line is there at once. Standard output of a
 * process writes synchronously, so nothing is lost at its end but by SIGKILL.
 */
export function gatherLines(output: { write: (text: string) => unknown }): LogLines {
  let waiting = ''
  let written = Number.NEGATIVE_INFINITY
  const flush = () => {
    const text = waiting
    waiting = ''
    if (text === '') return
    written = performance.now()
    output.write(text)
  }
  return {
    flush,
    write: (line) => {
      if (waiting === '') {
        if (performance.now() - written > gathering) setImmediate(flush)
        else setTimeout(flush, gathering)
      }
      waiting += line
      if (waiting.length > longest) flush()
    },
  }
}

/** This process's standard output; what waits is written when the process ends, however it does. */
export const standardOutput: LogLines = gatherLines(process.stdout)
process.on('exit', standardOutput.flush)
