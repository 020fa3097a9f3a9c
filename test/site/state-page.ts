import type { Browser, Locator, Page, Request } from '@playwright/test'
import { otherLocale } from '#contract/locales'
import { isItem } from '#contract/pages'
import { inLocale } from '#contract/paths'
import { firstOf, type SitePage } from '../support/site-pages'
import { controlNames, reachableOutOfSight, violations, watchMovement } from './accessibility'
import { findLayoutErrors } from './findings'
import { expect, languageFlips, test } from './fixtures'
import * as layout from './layout'
import {
  directionOf,
  type Language,
  languageOf,
  languages,
  outlineOf,
  renderAll,
  replacePictures,
  switchTo,
  takenOver,
  watchShifts,
} from './page'

type Stated = SitePage & {
  page: Page
  /** The browser's complaints so far on `page`. */
  complaints: string[]
  browser: Browser
  language: Language
  /** The address of the site, if it is not the site that all tests share. */
  site?: string
  /** Checks at more widths and text sizes, which takes twice as long. */
  isThorough?: boolean
}

/** Checks a page against the rules for every page. Loads it once with script and once without, and reports all its violations. */
export async function statePage(stated: Stated): Promise<void> {
  const { page, complaints, browser, language, site = '', isThorough, name, path, status, locale } = stated
  // The address has a hash, because the language switch must keep it.
  const address = `${site}${path}#hash`
  // Chromium logs an expected 404 as an error.
  const unexpected = () => complaints.filter((each) => status !== 404 || !each.includes('404 (Not Found)'))
  await page.setViewportSize({ width: 360, height: 780 })
  // With reduced motion, no check meets an element that is fading.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // The server tells by its clock which courses have started.
  await page.clock.install({ time: new Date() })
  const shift = await watchShifts(page)
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 780 } })
  const bare = await context.newPage()
  await replacePictures(bare)

  const [answer] = await Promise.all([page.goto(address), bare.goto(address)])
  const html = await answer?.text()
  const sent = await outlineOf(page, html)
  await takenOver(page)
  await page.clock.runFor(1_000)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.clock.runFor(1_000)

  await test.step('script takes it over as it was sent, without a word', async () => {
    expect.soft(answer?.status()).toBe(status)
    expect.soft(atRest(await outlineOf(page), language)).toEqual(atRest(sent, language))
    expect.soft(await directionOf(page)).toEqual(languageOf(locale))
    expect.soft(unexpected()).toEqual([])
  })

  await test.step('nothing moves while it loads, and it weighs little', async () => {
    expect.soft(await shift()).toBeLessThanOrEqual(0.01)
    // Scripts load after the largest paint. test/client/bundle.test.ts limits the size of scripts.
    const first = requests.findIndex((request) => request.resourceType() === 'script')
    expect.soft(first).toBeGreaterThan(0)
    expect.soft(first, 'requests before the largest paint').toBeLessThanOrEqual(12)
    const sizes = await Promise.all(requests.map((request) => request.sizes()))
    const total = sizes.reduce((sum, size) => sum + size.responseBodySize + size.responseHeadersSize, 0)
    expect.soft(total).toBeLessThanOrEqual(400_000)
  })

  await test.step('without script it has its text and its way to every other page', async () => {
    expect.soft(await directionOf(bare)).toEqual(languageOf(locale))
    for (const each of [page, bare]) await renderAll(each)
    // Compares visible text while menus are closed, so text that is hidden only in the page without script counts as missing.
    const wanted = await wordsIn(page)
    await renderAll(page, '')
    const seen = await wordsIn(bare)
    const missing = wanted.filter((word) => !seen.includes(word))
    expect.soft(missing.length / wanted.length, missing.join(' ')).toBeLessThanOrEqual(0.02)
    const links = bare.getByRole('navigation').getByRole('link')
    const count = await page.getByRole('navigation').locator('a').count()
    expect.soft(count).toBeGreaterThan(10)
    await expect.soft(links).toHaveCount(count)
    expect.soft(await links.evaluateAll((all) => all.filter((link) => !link.checkVisibility()).length)).toBe(0)
  })

  // Replaces pictures from here on, because the server would have to resize the pictures for the other widths.
  await replacePictures(page)
  await page.setViewportSize({ width: 1280, height: 780 })

  // test/server/pages tests that a page has its landmarks, one h1, and the skip link first.
  await test.step('it has the mark of its own link', async () => {
    const marked = page.getByRole('banner').locator('[aria-current="page"]')
    const isInMenu = name !== 'notFound' && !isItem(name)
    const hrefs = await marked.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect.soft(hrefs).toEqual(isInMenu ? [path] : [])
  })

  await test.step('each of its links leads to a page or a place that is there', async () => {
    // Checks header and footer on the home page only, because they have the same links on every page.
    expect.soft(await deadLinks(page.locator(name === 'home' ? 'body' : 'main'))).toEqual([])
  })

  // Parts below the screen hydrate at the visitor's first interaction.
  await page.keyboard.press('Shift')

  await test.step('axe finds nothing; every control is named in its language, in sight and in order', async () => {
    for (const width of isThorough ? [320, 768, 1280] : [320, 1280]) {
      await page.setViewportSize({ width, height: 780 })
      // Runs axe at 320 px only, because axe takes most of the time, and target sizes and contrast are hardest on a phone.
      if (isThorough || width === 320) expect.soft(await violations(page), `${width} px`).toEqual([])
      const names = await controlNames(page)
      expect.soft(names.length).toBeGreaterThan(5)
      const own = locale === 'ar' ? /[\u0600-\u06ff]/ : /[A-Za-z]/
      const foreign = names.filter((each) => !own.test(each))
      expect.soft(foreign, `${width} px`).toEqual([])
      expect.soft(await reachableOutOfSight(page), `${width} px`).toEqual([])
      expect.soft(await layout.outOfOrder(page), `${width} px`).toEqual([])
    }
  })

  await test.step('nothing moves within 12 s where less motion is asked for', async () => {
    const movements = await watchMovement(page)
    await page.clock.runFor(12_000)
    expect.soft(await movements()).toEqual([])
  })

  await test.step('it loses no word with wide text spacing', async () => {
    await renderAll(page)
    const restore = await layout.restyle(page, layout.textSpacing)
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect.soft(await findLayoutErrors(page), `${width} px`).toEqual([])
    }
    await restore()
  })

  await test.step('with large text nothing is cut, no word is broken, and what sticks takes at most a quarter', async () => {
    for (const size of isThorough ? [100, ...layout.largeTextSizes] : [200]) {
      await layout.setTextSize(page, size)
      for (const window of layout.largeTextWindows) {
        await page.setViewportSize(window)
        const scrollTop = `${size} % at ${window.width} px`
        expect.soft(await findLayoutErrors(page), scrollTop).toEqual([])
        expect.soft(await layout.brokenWords(page), scrollTop).toEqual([])
        expect.soft(await layout.stuckShare(page), scrollTop).toBeLessThanOrEqual(0.25)
      }
    }
    await layout.setTextSize(page, 100)
    // Media queries do not follow a text size of a style sheet, a text zoom, or the text size of Safari.
    const restore = await layout.restyle(page, ':root { font-size: 200% }')
    for (const width of isThorough ? [320, 360, 640, 768, 1024, 1280, 1920] : [320, 1280]) {
      await page.setViewportSize({ width, height: width < 1000 ? 640 : 800 })
      const place = `200 % by style at ${width} px`
      expect.soft(await findLayoutErrors(page), place).toEqual([])
      expect.soft(await layout.brokenWords(page), place).toEqual([])
      expect.soft(await layout.stuckShare(page), place).toBeLessThanOrEqual(0.25)
    }
    await restore()
  })

  await test.step('it fits at every width', async () => {
    expect.soft(await layout.tooWide(page, isThorough ? layout.everyWidth : layout.layoutWidths)).toEqual([])
    expect.soft(await layout.tooWide(bare, [320, 480, 768, 1280]), 'without script').toEqual([])
  })

  await test.step('it is mirrored to the pixel when only the direction turns', async () => {
    for (const width of [360, 1280]) {
      await bare.setViewportSize({ width, height: 800 })
      expect.soft(await layout.unmirrored(bare), `${width} px`).toEqual([])
    }
  })

  await test.step('the language switch makes it what its twin is served as', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    const other = otherLocale(locale)
    const twin = `${site}${inLocale(path, other)}#hash`
    const twinHtml = await (await page.request.get(twin, { maxRetries: 3 })).text()
    const scrollTop = await page.evaluate(() => {
      window.scrollTo({ top: 150, behavior: 'instant' })
      return window.scrollY
    })
    await switchTo(page, other)
    await expect(page).toHaveURL(twin)
    // Compares client and server rendering here, because React's production build does not report different attributes.
    const softly = expect.configure({ soft: true })
    const twinLanguage = firstOf(languages, (each) => each.locale === other)
    const expected = atRest(await outlineOf(page, twinHtml), twinLanguage)
    await softly.poll(async () => atRest(await outlineOf(page), twinLanguage)).toEqual(expected)
    const isAnnounced = async () => {
      await page.clock.runFor(2_000)
      await softly(page.getByRole('status').last()).toHaveText(await page.title())
    }
    await isAnnounced()
    const root = page.locator('#root')
    const switchedOnce = await root.evaluateHandle((element) => element.cloneNode(true))
    expect.soft(Math.abs((await page.evaluate(() => window.scrollY)) - scrollTop)).toBeLessThanOrEqual(2)
    expect.soft(await page.evaluate(() => document.activeElement?.getAttribute('hreflang'))).toBe(other)
    for (const target of [locale, other, locale, other]) await switchTo(page, target)
    await isAnnounced()
    const isAsBefore = () => root.evaluate((element, before) => element.isEqualNode(before), switchedOnce)
    await softly.poll(isAsBefore, 'after four more switches').toBe(true)
    expect.soft(unexpected().filter((each) => !languageFlips.test(each))).toEqual([])
  })

  await context.close()
}

/** Changes an outline to that under reduced motion, where carousels start paused. Removes the hash, which no server sees. */
function atRest(outline: string[], { t }: Language): string[] {
  return outline.map((line) =>
    line
      .replace('aria-live="off"', 'aria-live="polite"')
      .replace(`aria-label="${t('carousel.pause')}"`, `aria-label="${t('carousel.play')}"`)
      .replace('#hash"', '"'),
  )
}

/** Finds dead links to the site itself in a part of the page. Skips the language switch, which keeps any query and hash. */
async function deadLinks(part: Locator): Promise<string[]> {
  const page = part.page()
  const links = part.locator('a[href^="/"]:not([hreflang]), a[href^="#"]')
  const hrefs = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
  const dead = await Promise.all(
    [...new Set(hrefs)].map(async (href) => {
      const [address, hash] = href.split('#')
      if (hash && page.url().startsWith(`${address}#`))
        return (await page.locator(`[id="${hash}"]`).count()) === 1 ? [] : [href]
      const status = (await page.request.head(href, { maxRedirects: 0, maxRetries: 3 })).status()
      return status === 200 ? [] : [`${href}: ${status}`]
    }),
  )
  return dead.flat()
}

/** The words that a visitor sees. */
async function wordsIn(page: Page): Promise<string[]> {
  return (await page.locator('body').innerText()).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}
