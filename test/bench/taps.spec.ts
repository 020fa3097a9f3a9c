import { type Locator, type Page, test } from '@playwright/test'
import { type Language, languages, takenOver } from '../site/page'
import { startServer } from '../site/start-site'
import { median, printTable } from './table'

/** Measures the time from a tap to the next paint, as browsers report it for INP, at a quarter of this machine's speed. */

const slowdown = 4
const times = 5

const table = printTable(['tap, ms to the next paint', 'median', 'longest', 'goal'])

type Tap = { path: string; target: (page: Page) => Locator }

function tapsOf({ locale, t, paths }: Language): Record<string, Tap> {
  const otherLanguage = (page: Page) => page.locator(`.language-switch [hreflang]:not([hreflang=${locale}])`)
  const nextSlide = (page: Page) =>
    page
      .locator('.slider')
      .first()
      .getByRole('button', { name: new RegExp(t('carousel.next')) })
  return {
    menu: { path: paths.home(), target: (page) => page.locator('.menu-button') },
    'next slide': { path: paths.home(), target: nextSlide },
    'language, home': { path: paths.home(), target: otherLanguage },
    'language, list': { path: paths.courses(), target: otherLanguage },
    'load more': {
      path: paths.courses(),
      target: (page) => page.locator('.load-more a, .load-more button').first(),
    },
  }
}

let site: Awaited<ReturnType<typeof startServer>>
test.beforeAll(async () => {
  site = await startServer({ LOG_LEVEL: 'silent' })
})
test.afterAll(() => site.stop())

for (const language of languages) {
  for (const [what, { path, target }] of Object.entries(tapsOf(language))) {
    const name = `${what}, ${language.locale}`
    test(name, async ({ browser }) => {
      const taken: number[] = []
      for (let time = 0; time < times; time++) {
        const page = await browser.newPage({ viewport: { width: 412, height: 823 }, hasTouch: true, isMobile: true })
        const devtools = await page.context().newCDPSession(page)
        await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
        await page.goto(site.address + path, { waitUntil: 'networkidle' })
        await takenOver(page)
        // Scrolls in advance, because what comes near the screen is laid out, and a visitor sees a button before tapping it.
        await target(page).scrollIntoViewIfNeeded()
        await page.waitForTimeout(1_000)
        await page.evaluate(watchTaps)
        await target(page).tap()
        // Waits until the work that the tap starts is done.
        await page.waitForTimeout(1_500)
        taken.push(await page.evaluate(() => Math.max(16, ...(Reflect.get(window, 'taps') as number[]))))
        await page.close()
      }
      table.push([name, median(taken), Math.max(...taken), 100])
    })
  }
}

/** Runs in the page. Records the duration of each event. */
function watchTaps(): void {
  Object.assign(window, { taps: [] })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      // INP leaves out events without an interaction, such as the page moving under a resting finger.
      if (entry.interactionId) Reflect.get(window, 'taps').push(entry.duration)
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}
