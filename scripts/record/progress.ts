import type { Output } from '../command-line/options'

/** Shows the progress of a recording: one line that is rewritten in a terminal, else a line per step. `end` finishes it. */
export function createProgress(output: Output['stderr']) {
  let last = 0
  let step = ''
  const show = (text: () => string) => {
    const now = performance.now()
    if (output.isTTY) {
      if (now - last < 100) return
      last = now
      output.write(`\r\x1b[K${text()}`)
      return
    }
    // Logs each kind of step once, when it begins.
    const [name = ''] = text().split(':')
    if (name !== step) output.write(`${name} …\n`)
    step = name
  }
  return Object.assign(show, { end: () => void (output.isTTY && output.write('\r\x1b[K')) })
}
