import { onTestFinished, vi } from 'vitest'

/**
 * Stops the clock that `Date` reads, and others in `toFake`, until the test ends; timers go on. The returned function advances it
 * by some milliseconds.
 */
export function stopClock(...toFake: 'performance'[]): (milliseconds?: number) => void {
  vi.useFakeTimers({ toFake: ['Date', ...toFake] })
  onTestFinished(() => void vi.useRealTimers())
  return (milliseconds = 60_000) => void vi.advanceTimersByTime(milliseconds)
}
