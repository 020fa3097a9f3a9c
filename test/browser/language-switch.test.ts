import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { otherLocale } from '#contract/locales'
import { inLocale } from '#contract/paths'
import { readContent } from '../shipped-content'
import { sitePages } from '../site-pages'
import { directionOf, drawn, eventually, languageOf, languages, sharedBrowser, takenOver, withoutFlips } from './visit'

const open = sharedBrowser()
const pages = sitePages(await readContent())

describe.each(languages)('from $locale', ({ locale, t, paths }) => {
  const other = otherLocale(locale)
  // One page for all; each load is a first visit.
  let page: Page
  beforeAll(async () => {
    page = (await open({ keeps: true, reducedMotion: 'reduce' })).page
    await page.addInitScript(() => localStorage.clear())
  })

  test('path, query, hash, scroll, count and focus stay, and no document is loaded', async () => {
    const { page, complaints } = await open()
    await page.goto(`${inject('site')}${paths.courses()}?show=14&from=mail#category-links`)
    await takenOver(page)
    const documents: string[] = []
    page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()))
    await page.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }))
    await switchTo(page, other)
    await eventually(() => directionOf(page)).toEqual(languageOf(other))
    const { pathname, search, hash } = new URL(page.url())
    expect(pathname + search + hash).toBe(`${inLocale(paths.courses(), other)}?show=14&from=mail#category-links`)
    expect(await page.evaluate(() => window.scrollY)).toBe(900)
    expect(await page.getByRole('article').count()).toBe(14)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('hreflang'))).toBe(other)
    expect(documents).toEqual([])
    expect(withoutFlips(complaints)).toEqual([])

    await page.goBack()
    await eventually(() => directionOf(page)).toEqual(languageOf(locale))
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain(t('list.ourCourses'))
    expect(documents).toEqual([])
  })

  test.each([paths.home(), paths.courses(), paths.course('none')])(
    'query and hash of %s stay, before script has taken the page over and after',
    async (path) => {
      const { page } = await open()
      const isHere = ({ pathname, search, hash }: URL) => [pathname, search, hash].join()
      const twin = (hash: string) => (url: URL) => isHere(url) === [inLocale(path, other), '?ref=x', hash].join()
      const held = '**/assets/index-*.js'
      await page.route(held, () => undefined)
      await page.goto(`${inject('site')}${path}?ref=x#place`)
      await switchTo(page, other)
      await page.waitForURL(twin('#place'))

      await page.unroute(held)
      await page.goto(`${inject('site')}${path}?ref=x#place`)
      await takenOver(page)
      const href = () => page.getByRole('banner').locator(`a[hreflang="${other}"]`).getAttribute('href')
      await eventually(href).toBe(`${inLocale(path, other)}?ref=x#place`)
      // By the browser itself, as from a link in a text.
      await page.evaluate(() => {
        location.hash = '#elsewhere'
      })
      await eventually(href).toBe(`${inLocale(path, other)}?ref=x#elsewhere`)
      await switchTo(page, other)
      await page.waitForURL(twin('#elsewhere'))
    },
  )

  test('a link that is pressed in the same moment wins, as it came after', async () => {
    await page.goto(inject('site') + paths.home())
    await takenOver(page)
    await page.evaluate(
      (hrefs) => {
        for (const href of hrefs) document.querySelector<HTMLElement>(`:is(header, footer) a[href="${href}"]`)?.click()
      },
      [inLocale(paths.home(), other), paths.ourMission()],
    )
    await page.waitForURL((url) => url.pathname === paths.ourMission())
    await drawn(page)
    expect([new URL(page.url()).pathname, await directionOf(page)]).toEqual([paths.ourMission(), languageOf(locale)])
  })

  test('a slider stays at its slide, in the other language and after Back from an item', async () => {
    await page.goto(inject('site') + paths.home())
    await takenOver(page)
    const slider = page.locator('#events-list')
    const next = page.locator('[aria-controls="events-list"]').last()
    const first = () => slider.locator('> :not([inert]) .card-link').first().getAttribute('href')
    await slider.scrollIntoViewIfNeeded()
    const hrefs = await slider
      .locator('.card-link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    for (const place of [1, 2]) {
      await next.click()
      await eventually(first).toBe(hrefs[place])
    }
    await switched(page, other)
    await eventually(first).toBe(inLocale(hrefs[2] ?? '', other))
    await slider.locator('> :not([inert]) .card-link').first().click()
    await page.locator('article.detail').waitFor()
    await page.goBack()
    await eventually(first).toBe(inLocale(hrefs[2] ?? '', other))
    await switched(page, locale)
    await eventually(first).toBe(hrefs[2])
  })

  test.each(['home', 'course list', 'course'])('20 toggles leave the %s as it was', async (name) => {
    const path = pages.find((each) => each.name === name && each.locale === locale)?.path ?? ''
    await page.goto(inject('site') + path)
    await takenOver(page)
    // Once there and back first: what the browser itself adds on a first visit is not the switch's.
    for (const target of [other, locale]) await switched(page, target)
    const before = await page.locator('#root').innerHTML()
    for (let count = 0; count < 10; count++) for (const target of [other, locale]) await switched(page, target)
    await eventually(() => page.locator('#root').innerHTML()).toBe(before)
  })
})

test('the last of many quick clicks wins', async () => {
  const { page } = await open()
  await page.goto(`${inject('site')}/blogs`)
  await takenOver(page)
  await page.evaluate(() => {
    for (let count = 0; count < 21; count++)
      document.querySelector<HTMLElement>(`header [hreflang="${count % 2 ? 'en' : 'ar'}"]`)?.click()
  })
  await eventually(() => directionOf(page)).toEqual(languageOf('ar'))
  await eventually(() => page.getByRole('heading', { level: 1 }).textContent()).toBe(languages[1]?.t('list.ourBlogs'))
  expect(new URL(page.url()).pathname).toBe('/ar/blogs')
})

/** Uses the switch by keyboard, so that nothing else takes the focus or scrolls. */
async function switchTo(page: Page, locale: string): Promise<void> {
  const link = page.getByRole('banner').locator(`a[hreflang="${locale}"]`)
  await link.evaluate((element: HTMLElement) => element.focus({ preventScroll: true }))
  await page.keyboard.press('Enter')
}

async function switched(page: Page, locale: 'en' | 'ar'): Promise<void> {
  await switchTo(page, locale)
  await eventually(() => directionOf(page)).toEqual(languageOf(locale))
  await eventually(() => page.getByRole('main').getAttribute('aria-busy')).toBe('false')
}
