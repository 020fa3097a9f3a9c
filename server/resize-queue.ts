import { availableParallelism } from 'node:os'
import { ProblemError } from './problem'

/** Does the work when its turn comes; refuses at once with a 503 when too many wait. */
export type WorkQueue = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Resizing takes a core and some memory for as long as it lasts, so only so many pictures are worked on at a time, and only
 * so many wait: by default one a core, four at most, and a page's pictures in every size and format.
 */
export function createWorkQueue(atOnce = Math.min(4, availableParallelism()), mostWaiting = 200): WorkQueue {
  const waiting: (() => void)[] = []
  let working = 0
  return async (work) => {
    if (working >= atOnce) {
      if (waiting.length >= mostWaiting) {
        throw new ProblemError(503, 'Too many pictures are being made; try again soon.', undefined, {
          'retry-after': '5',
        })
      }
      // Who is called on takes the place of the one who calls: the count stays.
      await new Promise<void>((called) => waiting.push(called))
    } else working++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else working--
    }
  }
}
