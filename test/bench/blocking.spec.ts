import { type Browser, test } from '@playwright/test'
import { languages } from '../site/page'
import { firstOf } from '../support/site-pages'
import { content } from './content'
import { phone, type Side, startSides } from './sides'
import { median, printTable } from './table'

/**
 * Measures how long scripts block a first visit after the first paint. The phone has a quarter of this machine's speed and no
 * network delay. The times are `longtask` entries, because Chrome parses scripts twice while it records a trace.
 */

const slowdown = 4
const { RUNS: runs = '9' } = process.env

const table = printTable(['page', 'side', 'blocking, ms', 'longest task', 'first paint'])

const { slug } = firstOf(content.courses)
const pages = languages.flatMap(({ locale, paths }) => [
  { name: `home ${locale}`, path: paths.home() },
  { name: `list ${locale}`, path: paths.courses() },
  { name: `detail ${locale}`, path: paths.course(slug) },
])

let sides: Side[]
let stop: () => Promise<void>

test.beforeAll(async () => {
  const started = await startSides(pages.map(({ path }) => path))
  sides = started.sides
  stop = started.stop
})

test.afterAll(() => stop())

for (const { name, path } of pages)
  test(name, async ({ browser }) => {
    const visits = sides.map((): Visit[] => [])
    for (let run = 0; run < Number(runs); run++)
      for (const [index, { address }] of sides.entries()) visits[index]?.push(await visit(browser, address + path))
    for (const [index, side] of sides.entries()) {
      const middle = (figure: keyof Visit) => Math.round(median(visits[index]?.map((each) => each[figure]) ?? []))
      table.push([name, side.name, middle('blocking'), middle('longest'), middle('firstPaint')])
    }
  })

/** The times of a visit, in milliseconds. `blocking` sums up the part of each task above 50 ms. */
type Visit = { blocking: number; longest: number; firstPaint: number }

async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext(phone)
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.addInitScript(() => {
      const tasks: PerformanceEntry[] = []
      Object.assign(window, { tasks })
      new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask', buffered: true })
    })
    await page.goto(url, { waitUntil: 'load' })
    // Waits until the work that the visit starts by itself is done.
    await page.waitForTimeout(3_500)
    return await page.evaluate(() => {
      const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime
      if (firstPaint === undefined) throw new Error('nothing was painted')
      // Leaves out the task that makes the first paint, because it blocks nothing after that paint.
      const tasks: PerformanceEntry[] = Reflect.get(window, 'tasks')
      const durations = tasks.filter(({ startTime }) => startTime > firstPaint).map(({ duration }) => duration)
      const blocking = durations.reduce((sum, duration) => sum + duration - 50, 0)
      return { blocking, longest: Math.max(0, ...durations), firstPaint }
    })
  } finally {
    await context.close()
  }
}
