import { type Browser, test } from '@playwright/test'
import { pages } from './content'
import { type LongTasks, longTasksOf, watchLongTasks } from './long-tasks'
import { phone, type Side, startSides } from './sides'
import { median, printTable } from './table'

/**
 * Measures how long scripts block a first visit after the first paint. The phone has a quarter of this machine's speed and no
 * network delay. The times are `longtask` entries, because Chrome parses scripts twice while it records a trace.
 */

const slowdown = 4
const { RUNS: runs = '9' } = process.env

const table = printTable(['page', 'side', 'blocking, ms', 'longest task', 'first paint'])

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
    const visits = sides.map((): LongTasks[] => [])
    for (let run = 0; run < Number(runs); run++)
      for (const [index, { address }] of sides.entries()) visits[index]?.push(await visit(browser, address + path))
    for (const [index, side] of sides.entries()) {
      const middle = (figure: keyof LongTasks) => Math.round(median(visits[index]?.map((each) => each[figure]) ?? []))
      table.push([name, side.name, middle('blocking'), middle('longest'), middle('firstPaint')])
    }
  })

async function visit(browser: Browser, url: string): Promise<LongTasks> {
  const context = await browser.newContext(phone)
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await watchLongTasks(page)
    await page.goto(url, { waitUntil: 'load' })
    // Waits until the work that the visit starts by itself is done.
    await page.waitForTimeout(3_500)
    return await longTasksOf(page)
  } finally {
    await context.close()
  }
}
