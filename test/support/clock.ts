import { onTestFinished, vi } from 'vitest'

/**
 * Stops the clocks of `Date` and `performance` until the test ends. Timers keep running. The returned function advances the stopped
 * clocks by some milliseconds.
 */
export function stopClock(): (milliseconds?: number) => void {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  // The stopped `performance` begins at 0, which lru-cache takes for no time.
  vi.advanceTimersByTime(1)
  return (milliseconds = 60_000) => void vi.advanceTimersByTime(milliseconds)
}
