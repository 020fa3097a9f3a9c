import { onTestFinished, vi } from 'vitest'

/**
 * Stops the clock of `Date`, and of the functions in `toFake`, until the test ends. Timers keep running. The returned function
 * advances the stopped clock by some milliseconds.
 */
export function stopClock(...toFake: 'performance'[]): (milliseconds?: number) => void {
  vi.useFakeTimers({ toFake: ['Date', ...toFake] })
  onTestFinished(() => void vi.useRealTimers())
  return (milliseconds = 60_000) => void vi.advanceTimersByTime(milliseconds)
}
