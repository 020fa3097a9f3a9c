import type { CheckEvent } from '../check'
import { callsOf } from '../report'
import { plural } from '../reports/words'
import type { Output } from './options'

/**
 * Shows the progress of a command. A terminal has one line, which is rewritten at most every 100 ms. Other outputs get a new line
 * at most every 10 s. If `isQuiet`, only the lines of `say` are written.
 */
export function createProgress(name: string, { stderr }: Output, isQuiet = false) {
  const [interval, start, end] = stderr.isTTY && !isQuiet ? [100, '\r\x1b[K', ''] : [10_000, '', '\n']
  let shownAt = performance.now()
  return {
    isQuiet,
    /** Calls `text` only if its result is shown, because thousands of events can arrive in a second. */
    show: (text: () => string): void => {
      if (isQuiet || performance.now() - shownAt < interval) return
      shownAt = performance.now()
      stderr.write(`${start}${name}: ${text()}${end}`)
    },
    /** Writes a line that stays. */
    say: (text: string): void => void stderr.write(`${start}${name}: ${text}\n`),
    /** Removes the progress line of a terminal. */
    end: (): void => void stderr.write(start),
  }
}

export type Progress = ReturnType<typeof createProgress>

/** Shows nothing, for callers that are no command. */
export const silent: Progress = { isQuiet: true, show: () => undefined, say: () => undefined, end: () => undefined }

/** Shows the progress of a check, and returns its last event, which has the report. */
export async function followCheck(events: AsyncIterable<CheckEvent>, progress: Progress) {
  for await (const event of events) {
    if (event.type === 'report') {
      progress.end()
      return event
    }
    if (event.type === 'answer') progress.show(() => `${plural(callsOf(event.operations()), 'call')} so far`)
    else if (!progress.isQuiet) progress.say(`waiting ${event.seconds} s: the server answers 429 or 503`)
  }
  throw new Error('a check ended without a report')
}
