import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import { ProblemError } from '../http/problem'

/** Runs tasks a few at a time; rejects with a 503 when too many wait. */
export type ResizeQueue = <T>(task: () => Promise<T>) => Promise<T>

/**
 * Resizing takes a core, memory for the whole picture, and one of libuv's four threads. Two at a time leave threads for reading
 * files, compressing and name lookups, however many cores there are.
 */
export function createResizeQueue(concurrency = Math.min(2, availableParallelism()), mostWaiting = 200): ResizeQueue {
  const limit = pLimit(concurrency)
  return async (task) => {
    if (limit.activeCount + limit.pendingCount >= concurrency + mostWaiting)
      throw new ProblemError(503, 'Too many pictures are being made; try again soon.', undefined, {
        'retry-after': '5',
      })
    return limit(task)
  }
}
