import type { Page } from '@playwright/test'

/** The blocking and the longest of a page's tasks after its first paint, and that paint, in milliseconds. */
export type LongTasks = { blocking: number; longest: number; firstPaint: number }

/** Records the long tasks of the pages that are opened next. */
export async function watchLongTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tasks: PerformanceEntry[] = []
    Object.assign(window, { tasks })
    new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask', buffered: true })
  })
}

/** Sums up the part of each recorded task above 50 ms. */
export function longTasksOf(page: Page): Promise<LongTasks> {
  return page.evaluate(() => {
    const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime
    if (firstPaint === undefined) throw new Error('nothing was painted')
    // Leaves out the task that makes the first paint, because it blocks nothing after that paint.
    const tasks: PerformanceEntry[] = Reflect.get(window, 'tasks')
    const durations = tasks.filter(({ startTime }) => startTime > firstPaint).map(({ duration }) => duration)
    const blocking = durations.reduce((sum, duration) => sum + duration - 50, 0)
    return { blocking, longest: Math.max(0, ...durations), firstPaint }
  })
}
