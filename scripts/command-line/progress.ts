import type { Output } from './options'

/** Shows the progress of a command: one line that is rewritten in a terminal, else a line per step. */
export function createProgress(output: Output['stderr']) {
  let last = ''
  return {
    show: (step: string, detail = '') => {
      if (output.isTTY) output.write(`\r\x1b[K${step}${detail && `: ${detail}`}`)
      else if (step !== last) output.write(`${step} …\n`)
      last = step
    },
    end: () => void (output.isTTY && output.write('\r\x1b[K')),
  }
}
