import type { Page } from 'playwright-core'
import { launchBrowser } from '../../test/browser/chromium'
import { languages, takenOver } from '../../test/browser/page'
import { startServer } from '../../test/browser/setup'
import { median, section, writeReport } from './report'

/** How much slower than this machine the phone is. */
const slowdown = 4
const times = 5

type Tap = { name: string; path: string; press: (page: Page) => Promise<void> }

/**
 * How long it takes from a tap to the next paint, on a phone of a quarter of this machine's speed: the browser's own
 * event timing, as INP is made of it. Writes `bench/taps.md`.
 */
export async function benchTaps(): Promise<string> {
  const site = await startServer({ LOG_LEVEL: 'silent' })
  const browser = await launchBrowser()
  const rows: (string | number)[][] = []
  try {
    for (const { name, path, press } of languages.flatMap(tapsOf)) {
      const taken: number[] = []
      for (let time = 0; time < times; time++) {
        const context = await browser.newContext({
          viewport: { width: 412, height: 823 },
          hasTouch: true,
          isMobile: true,
        })
        const page = await context.newPage()
        const devtools = await context.newCDPSession(page)
        await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
        await page.goto(site.address + path, { waitUntil: 'networkidle' })
        await takenOver(page)
        await page.evaluate(watchTaps)
        await press(page)
        taken.push(await page.evaluate(longestTap))
        await context.close()
      }
      rows.push([name, median(taken), Math.max(...taken), 100])
      process.stderr.write(`${rows.at(-1)?.join(' | ')}\n`)
    }
  } finally {
    await browser.close()
    await site.stop()
  }
  const title = `Taps, at a quarter of this machine's speed, ${times} each`
  const notes = 'Milliseconds from the tap to the next paint, in steps of 8, as browsers report them for INP.'
  return writeReport('taps', section(title, notes, ['tap', 'median', 'longest', 'goal'], rows))
}

function tapsOf({ locale, t, paths }: (typeof languages)[number]): Tap[] {
  const other = locale === 'ar' ? 'en' : 'ar'
  const taps: Tap[] = [
    {
      name: 'menu',
      path: paths.home(),
      press: (page) => page.locator('.menu-button').tap(),
    },
    {
      name: 'next slide',
      path: paths.home(),
      press: (page) =>
        page
          .locator('.slider')
          .first()
          .getByRole('button', { name: new RegExp(t('carousel.next')) })
          .tap(),
    },
    {
      name: 'language, home',
      path: paths.home(),
      press: (page) => page.locator(`.language-switch [hreflang=${other}]`).tap(),
    },
    {
      name: 'language, list',
      path: paths.courses(),
      press: (page) => page.locator(`.language-switch [hreflang=${other}]`).tap(),
    },
    {
      name: 'load more',
      path: paths.courses(),
      press: (page) => page.locator('.load-more a, .load-more button').first().tap(),
    },
  ]
  return taps.map((tap) => ({ ...tap, name: `${tap.name}, ${locale}` }))
}

/** In the page: notes how long each event took. */
function watchTaps(): void {
  Object.assign(window, { taps: [] })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      // What belongs to no interaction, as the page's own moving under a resting finger, is none of INP's.
      if (entry.interactionId) Reflect.get(window, 'taps').push(entry.duration)
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

/** In the page: the longest of what was noted, once all that a tap brings about is over; 16 where all was shorter. */
async function longestTap(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  return Math.max(16, ...(Reflect.get(window, 'taps') as number[]))
}
