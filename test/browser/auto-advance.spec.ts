import type { Page } from '@playwright/test'
import { otherLocale } from '#contract/locales'
import { expect, test } from '../site/fixtures'
import { follow, languageLink, languages, open } from '../site/page'
import { firstOf } from '../support/site-pages'

/** The carousels that move by themselves, and how long they show each slide (section 9 of the spec). */
const carousels = [
  { name: 'hero', region: '.hero-carousel', track: '.hero-track', interval: 3_000 },
  { name: 'ticker', region: '.ticker', track: '.ticker-list', interval: 5_000 },
] as const

type Carousel = (typeof carousels)[number]

/** Conditions that stop a carousel, with functions that begin and end them. */
const holds: { name: string; begin: (page: Page, region: string) => Promise<unknown>; end: typeof toTheSide }[] = [
  { name: 'the mouse', begin: (page, region) => page.hover(region, { position: { x: 4, y: 20 } }), end: toTheSide },
  { name: 'the focus by keyboard', begin: (page, region) => page.focus(`${region} .pause-button`), end: blur },
  { name: 'a hidden tab', begin: (page) => setHidden(page, true), end: (page) => setHidden(page, false) },
  { name: 'being out of view', begin: (page) => scrollTo(page, 9_999), end: (page) => scrollTo(page, 0) },
]

test.beforeEach(async ({ page, language }) => {
  // Replaces smooth scrolling, because it takes real time.
  await page.addInitScript(() => {
    const scrollTo = function (this: Element, { left = 0 }: ScrollToOptions) {
      this.scrollLeft = left
    }
    Object.assign(Element.prototype, { scrollTo })
  })
  await page.clock.install({ time: new Date('2027-01-01T10:00:00Z') })
  await open(page, language.paths.home())
  await toTheSide(page)
  // From here on, time passes only when the test advances it.
  await page.clock.pauseAt(new Date('2027-01-01T11:00:00Z'))
})

for (const carousel of carousels)
  test(`the ${carousel.name} advances at its interval, in a loop, and stops while it is held`, async ({ page }) => {
    const { region, track, interval } = carousel
    const count = await page.locator(`${track} > *`).count()
    for (const { name, begin, end } of holds)
      await test.step(name, async () => {
        await slideOf(page, carousel)
        await begin(page, region)
        const held = await slideOf(page, carousel)
        await page.clock.runFor(11_000)
        expect(await slideOf(page, carousel)).toBe(held)
        await end(page)
        // The interval starts again from zero.
        await slideOf(page, carousel)
        await page.clock.runFor(interval - 150)
        expect(await slideOf(page, carousel)).toBe(held)
        await page.clock.runFor(300)
        await expect.poll(() => slideOf(page, carousel)).toBe((held + 1) % count)
      })
    if (carousel.name === 'hero')
      for (let slide = await slideOf(page, carousel); slide > 0; slide = (slide + 1) % count) {
        await page.clock.runFor(interval)
        await expect.poll(() => slideOf(page, carousel)).toBe((slide + 1) % count)
      }
  })

test('paused carousels stay: after holding, other pages, other language', async ({ page, language }) => {
  const { locale, t, paths } = language
  const other = firstOf(languages, (each) => each.locale === otherLocale(locale))
  const shown = async () => [await slideOf(page, carousels[0]), await slideOf(page, carousels[1])]
  for (const carousel of carousels) {
    await expect
      .poll(async () => {
        await page.clock.runFor(carousel.interval)
        return slideOf(page, carousel)
      })
      .toBeGreaterThan(0)
    await page.locator(`${carousel.region} .pause-button`).click()
  }
  const before = await shown()
  const isStill = (after: string, { t } = language) =>
    test.step(after, async () => {
      await shown()
      await page.clock.runFor(6_000)
      expect(await shown()).toEqual(before)
      const buttons = page.locator('.pause-button')
      for (const index of [0, 1]) await expect(buttons.nth(index)).toHaveAccessibleName(t('carousel.play'))
    })
  for (const { region } of carousels)
    for (const { name, begin, end } of holds) {
      await begin(page, region)
      await page.clock.runFor(6_000)
      await end(page)
      await isStill(`${name} on ${region}`)
    }
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await isStill('the window was left')

  await follow(page, 'banner', t('nav.contactUs'))
  await expect(page).toHaveURL(paths.contactUs())
  await page.goBack()
  await page.locator('.hero-track').waitFor()
  await isStill('another page')

  for (const target of [other, language]) {
    await languageLink(page, target.locale).click()
    // The switch happens in the next frame, and the test's clock must run for the browser to draw one.
    await page.clock.runFor(100)
    await expect(page).toHaveURL(target.paths.home())
    await toTheSide(page)
    await isStill(`the language ${target.locale}`, target)
  }
})

/** Returns the index of the slide that is in view and not inert, or -1. Waits first until the page has received all events. */
function slideOf(page: Page, { track }: Carousel): Promise<number> {
  return page.locator(track).evaluate(async (row) => {
    // The page's clock and frames stand still. But the first callback of an observer proves that a real frame has passed.
    for (let count = 0; count < 2; count++)
      await new Promise((passed) => {
        new IntersectionObserver((_, observer) => passed(observer.disconnect())).observe(row)
      })
    const index = Array.from(row.children).findIndex((slide) => !slide.hasAttribute('inert'))
    const apart = Number(row.children[index]?.getBoundingClientRect().left) - row.getBoundingClientRect().left
    return Math.abs(apart) < 1 ? index : -1
  })
}

function toTheSide(page: Page): Promise<unknown> {
  return page.mouse.move(1, 790)
}

function blur(page: Page): Promise<unknown> {
  return page.evaluate(() => (document.activeElement as HTMLElement).blur())
}

function scrollTo(page: Page, top: number): Promise<unknown> {
  return page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top)
}

/** Simulates a background tab, which the headless browser does not have. */
function setHidden(page: Page, isHidden: boolean): Promise<unknown> {
  return page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
}
