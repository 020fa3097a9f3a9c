import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { otherLocale } from '#contract/locales'
import { createPaths } from '#contract/paths'
import { eventually, languages, sharedBrowser, takenOver, withoutFlips } from './visit'

const open = sharedBrowser()

/** What moves by itself, and how long each of its slides stays (spec section 9). */
const carousels = [
  { name: 'hero', region: '.hero-carousel', track: '.hero-track', interval: 3_000 },
  { name: 'ticker', region: '.ticker', track: '.ticker-list', interval: 5_000 },
]

/** What holds a carousel for as long as it lasts: how it comes and how it goes. */
const holds: { name: string; begin: (page: Page, region: string) => Promise<unknown>; end: typeof toTheSide }[] = [
  { name: 'the mouse', begin: (page, region) => page.hover(region, { position: { x: 4, y: 20 } }), end: toTheSide },
  {
    name: 'the focus by keyboard, on a button that was pressed before',
    begin: async (page, region) => {
      const button = page.locator(`${region} .pause-button`)
      for (let count = 0; count < 2; count++) await button.click()
      await toTheSide(page)
      await blur(page)
      await button.focus()
    },
    end: blur,
  },
  { name: 'a hidden tab', begin: (page) => setHidden(page, true), end: (page) => setHidden(page, false) },
  { name: 'being out of view', begin: (page) => scrollTo(page, 9_999), end: (page) => scrollTo(page, 0) },
]

describe.each(languages)('in $locale', ({ locale, t, paths }) => {
  const openHome = async () => {
    const { page, complaints } = await open()
    await page.clock.install({ time: new Date('2027-01-01T10:00:00Z') })
    await page.goto(inject('site') + paths.home())
    await takenOver(page)
    await toTheSide(page)
    // From here on time passes only as the test lets it.
    await page.clock.pauseAt(new Date('2027-01-01T11:00:00Z'))
    return { page, complaints }
  }

  test.each(carousels)('the $name goes on in its time, and waits as long as it is held', async (carousel) => {
    const { page, complaints } = await openHome()
    const { region, interval } = carousel
    for (const { name, begin, end } of holds) {
      await begin(page, region)
      await settled(page, carousel)
      const held = await slideOf(page, carousel)
      await page.clock.runFor(11_000)
      await settled(page, carousel)
      expect([name, await slideOf(page, carousel)]).toEqual([name, held])
      await end(page)
      // Its time begins anew.
      await settled(page, carousel)
      await page.clock.runFor(interval - 150)
      await settled(page, carousel)
      expect([name, await slideOf(page, carousel)]).toEqual([name, held])
      await page.clock.runFor(300)
      await eventually(() => slideOf(page, carousel)).not.toBe(held)
    }
    expect(complaints).toEqual([])
  })

  test('paused stays paused, on the same slide: whatever comes and goes, on other pages and in the other language', async () => {
    const { page, complaints } = await openHome()
    const other = otherLocale(locale)
    const shown = () => Promise.all(carousels.map((carousel) => slideOf(page, carousel)))
    for (const carousel of carousels) {
      await eventually(async () => {
        await page.clock.runFor(carousel.interval)
        return slideOf(page, carousel)
      }).toBeGreaterThan(0)
      await page.locator(`${carousel.region} .pause-button`).click()
      await settled(page, carousel)
    }
    const before = await shown()
    expect(before.every((slide) => slide > 0)).toBe(true)
    const isStill = async (after: string) => {
      for (const carousel of carousels) await settled(page, carousel)
      await page.clock.runFor(11_000)
      for (const carousel of carousels) await settled(page, carousel)
      expect([after, await shown()]).toEqual([after, before])
      const plays = page.locator('.pause-button')
      const names = await plays.evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')))
      const word = languages.find((each) => page.url().endsWith(each.paths.home()))?.t('carousel.play')
      expect([after, names]).toEqual([after, [word, word]])
    }
    for (const { region } of carousels) {
      for (const { name, begin, end } of holds) {
        // The one that presses the button twice would be no holding only.
        if (name.includes('pressed')) await page.locator(`${region} .pause-button`).focus()
        else await begin(page, region)
        await page.clock.runFor(6_000)
        await (name.includes('pressed') ? blur(page) : end(page))
      }
      await isStill(`holding ${region}`)
    }
    await page.evaluate(() => window.dispatchEvent(new Event('blur')))
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await isStill('the window was left')

    await page
      .getByRole('banner')
      .getByRole('link', { name: t('nav.contactUs'), exact: true })
      .click()
    await page.waitForURL((url) => url.pathname === paths.contactUs())
    await page.goBack()
    await page.locator('.hero-track').waitFor()
    await isStill('another page')

    for (const target of [other, locale]) {
      await page.locator(`header a[hreflang="${target}"]`).click()
      // The switch waits for a frame, and frames for the clock.
      await page.clock.runFor(100)
      await page.waitForURL((url) => url.pathname === createPaths({ locale: target, product: 'ugarit' }).home())
      await toTheSide(page)
      await isStill(`the language ${target}`)
    }
    expect(withoutFlips(complaints)).toEqual([])
  })
})

type Carousel = (typeof carousels)[number]

/** The index of the slide that is not hidden. */
function slideOf(page: Page, { track }: Carousel): Promise<number> {
  return page.locator(`${track} > *`).evaluateAll((slides) => slides.findIndex((slide) => !slide.hasAttribute('inert')))
}

/** Waits until the track rests and what the browser has noticed (scrolling, being in view) has reached the page. */
async function settled(page: Page, { track }: Carousel): Promise<void> {
  await page.evaluate(async (selector) => {
    const element = document.querySelector(selector)
    if (!element) throw new Error(`there is no ${selector}`)
    // The clock of the page stands still, and its frames with it; an observer's first word comes with a real frame.
    const frame = () =>
      new Promise<void>((resolve) => {
        const observer = new IntersectionObserver(() => {
          observer.disconnect()
          resolve()
        })
        observer.observe(element)
      })
    for (let still = 0, last = Number.NaN; still < 4; last = element.scrollLeft) {
      await frame()
      still = element.scrollLeft === last ? still + 1 : 0
    }
  }, track)
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

/** A tab behind another one: the browser without a window has no such thing of its own. */
function setHidden(page: Page, isHidden: boolean): Promise<unknown> {
  return page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
}
