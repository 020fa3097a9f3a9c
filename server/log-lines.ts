/** Where log lines go. `flush` writes what is waiting, at once: for the last lines of a process. */
export type LogLines = { write: (line: string) => void; flush: () => void }

/**
 * Gathers the lines of one turn of the event loop into one write: under load a line costs a tenth of a write of its own, and an
 * idle server's line is there at once. Standard output of a process writes synchronously, so nothing is lost at its end.
 */
export function gatherLines(output: { write: (text: string) => unknown }): LogLines {
  let waiting = ''
  const flush = () => {
    const text = waiting
    waiting = ''
    if (text !== '') output.write(text)
  }
  return {
    flush,
    write: (line) => {
      if (waiting === '') setImmediate(flush)
      waiting += line
    },
  }
}

/** This process's standard output; what waits is written when the process ends, however it does. */
export const standardOutput: LogLines = gatherLines(process.stdout)
process.on('exit', standardOutput.flush)
