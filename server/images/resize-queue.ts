import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import { ProblemError } from '../http/problem'

/** Runs a few tasks at a time. Rejects with a 503 if too many wait. */
export type ResizeQueue = <T>(task: () => Promise<T>) => Promise<T>

/**
 * Creates the queue. By default two pictures at a time, because each takes one of libuv's four threads, which file reads,
 * compression and DNS lookups need too.
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
