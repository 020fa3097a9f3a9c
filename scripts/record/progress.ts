import type { Output } from '../command-line/options'

/** Shows how far a recording is: a line rewritten in place on a terminal, else a line per step. `end` finishes it. */
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
    // In a log each kind of step is told once, when it begins.
    const [name = ''] = text().split(':')
    if (name !== step) output.write(`${name} …\n`)
    step = name
  }
  return Object.assign(show, { end: () => void (output.isTTY && output.write('\r\x1b[K')) })
}
