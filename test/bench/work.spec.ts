import { type Browser, type CDPSession, type Page, test } from '@playwright/test'
import { pages } from './content'
import { longTasksOf, watchLongTasks } from './long-tasks'
import { phone, type Side, startSides } from './sides'
import { median, printTable } from './table'

/**
 * Measures the work of the main thread in a first visit, until the page is quiet, on phones with a quarter and a sixteenth of this
 * machine's speed. It counts the thread's own processor time, which other programs on the machine hardly change. Blocking is the
 * part of each long task above 50 ms after the first paint, by the clock.
 */

const slowdowns = [4, 16]
const { RUNS: runs = '5' } = process.env

const table = printTable([
  ...['browser', 'page', 'slowdown', 'side', 'work, ms', 'ours : side', 'script', 'style', 'layout', 'other'],
  ...['blocking', 'ours : side'],
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
  for (const slowdown of slowdowns)
    test(`${name}, ${slowdown} times slower`, async ({ browser }) => {
      const visits = sides.map((): Work[] => [])
      for (let run = 0; run < Number(runs); run++)
        for (const [index, { address }] of sides.entries())
          visits[index]?.push(await visit(browser, address + path, slowdown))
      const middle = (index: number, figure: keyof Work) => median(visits[index]?.map((each) => each[figure]) ?? [])
      const ratio = (index: number, figure: keyof Work) => {
        const theirs = middle(index, figure)
        return index === 0 || theirs === 0 ? '' : (middle(0, figure) / theirs).toFixed(2)
      }
      for (const [index, side] of sides.entries()) {
        const parts = (['script', 'style', 'layout', 'other'] as const).map((part) => Math.round(middle(index, part)))
        const row = [browser.version().split('.', 1)[0] ?? '', name, slowdown, side.name]
        table.push([...row, Math.round(middle(index, 'work')), ratio(index, 'work'), ...parts])
        table.at(-1)?.push(Math.round(middle(index, 'blocking')), ratio(index, 'blocking'))
      }
    })

/** The work of a visit in milliseconds: its sum, its parts, and the blocking. */
type Work = Record<'work' | 'script' | 'style' | 'layout' | 'other' | 'blocking', number>

async function visit(browser: Browser, url: string, slowdown: number): Promise<Work> {
  // The carousels stand still with reduced motion. A page that moves by itself would never be quiet.
  const context = await browser.newContext({ ...phone, reducedMotion: 'reduce' })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    await watchLongTasks(page)
    await page.goto(url, { waitUntil: 'networkidle', timeout: 120_000 })
    const work = await workUntilQuiet(page, devtools)
    const { blocking } = await longTasksOf(page)
    return { ...work, blocking }
  } finally {
    await context.close()
  }
}

/** A page is quiet once its main thread has worked for less than this part of so many milliseconds. */
const quiet = { part: 0.02, milliseconds: 2_000 }

async function workUntilQuiet(page: Page, devtools: CDPSession): Promise<Omit<Work, 'blocking'>> {
  for (let before = await workSoFar(devtools); ; ) {
    await page.waitForTimeout(quiet.milliseconds)
    const now = await workSoFar(devtools)
    if (now.work - before.work < quiet.part * quiet.milliseconds) return now
    before = now
  }
}

async function workSoFar(devtools: CDPSession): Promise<Omit<Work, 'blocking'>> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  const of = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN) * 1_000
  const [script, style, layout] = [of('ScriptDuration'), of('RecalcStyleDuration'), of('LayoutDuration')]
  const work = of('TaskDuration') - of('DevToolsCommandDuration')
  return { work, script, style, layout, other: work - script - style - layout }
}
