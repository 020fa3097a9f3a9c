import { createInstance, type TFunction } from 'i18next'
import type { Locator, Page, Route } from 'playwright-core'
import { type Institute, instituteOf } from '#content/institute'
import { type Locale, locales } from '#contract/locales'
import { operations } from '#contract/operations'
import { createPaths, type Paths } from '#contract/paths'
import ar from '../../content/messages/ar.json' with { type: 'json' }
import en from '../../content/messages/en.json' with { type: 'json' }
import { readContent, shippedSite } from '../support/shipped-content'

export type Language = {
  locale: Locale
  t: TFunction
  paths: Paths
  /** The institute of the shipped site. */
  institute: Institute
  /** The title of a content item, or an empty string if there is none. */
  titleOf: (item?: { en_title?: string | undefined; ar_title?: string | undefined }) => string
  nameOf: (category: { name?: string | undefined; ar_name?: string | undefined }) => string
}

/** Both languages with their labels, paths and titles, by which tests find elements in either language. */
export const languages: Language[] = (['en', 'ar'] as const).map((locale) => {
  const instance = createInstance({ lng: locale, resources: { en: { translation: en }, ar: { translation: ar } } })
  void instance.init({ initAsync: false, interpolation: { escapeValue: false } })
  return {
    locale,
    t: instance.t,
    paths: createPaths({ locale, product: 'ugarit' }),
    institute: instituteOf(shippedSite, locale, 'ugarit'),
    titleOf: (item) => item?.[`${locale}_title`] ?? '',
    nameOf: (category) => category[locale === 'en' ? 'name' : 'ar_name'] ?? '',
  }
})

/** Waits until the page has hydrated. */
export async function hydrated(page: Page): Promise<void> {
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
}

/** Waits until the page has hydrated and the home data, which is fetched once then, is stored (spec section 3). */
export async function takenOver(page: Page, below = ''): Promise<void> {
  await hydrated(page)
  await page.waitForFunction((key) => localStorage.getItem(key) !== null, `${below}lang`)
}

/** Opens a page and waits until it has hydrated. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await takenOver(page)
}

/** Opens a page, and waits until it has loaded the styles for printing. */
export async function openToPrint(page: Page, path: string): Promise<void> {
  await open(page, path)
  await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.includes('/print-')))
}

/** Serves home data without courses and events, so that their pages must wait for the API instead of showing a placeholder. */
export async function withoutItems(page: Page): Promise<void> {
  const home = { ...(await readContent()), courses: [], events: [] }
  await page.route(`**${operations.homeData.path}`, (route) => route.fulfill({ json: { data: [home] } }))
}

/** Decides the outcome of a held call. */
type Fate = (route: Route) => Promise<void>

/** Holds the calls to an address until the returned function is called. Then the calls continue, or get the given outcome. */
export async function hold(page: Page, address: string): Promise<(fate?: Fate) => void> {
  let decide: (fate: Fate) => void = () => undefined
  const decided = new Promise<Fate>((resolve) => {
    decide = resolve
  })
  await page.route(address, async (route) => (await decided)(route))
  return (fate = (route) => route.continue()) => decide(fate)
}

/** Waits two frames, so that observers have reported a new size or position. */
export function drawn(page: Page): Promise<void> {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))
}

/** Adds up the layout shifts of each page from now on. The returned function returns the sum for the open page. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value') })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => Reflect.get(window, 'shift'))
}

/** Answers picture requests with an SVG, so that the server need not resize pictures. The pictures' boxes keep their sizes. */
export async function replacePictures(page: Page): Promise<void> {
  const body = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"/>'
  await page.route('**/images/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body }))
}

/** Opens a page and waits until its service worker is ready. */
export async function openWithWorker(page: Page, address: string): Promise<void> {
  const isReady = page.waitForEvent('console', (message) => message.text() === 'offline support: ready')
  await page.goto(address)
  await isReady
}

/** Opens a page and waits until it works offline. */
export async function visitOnce(page: Page, address: string): Promise<void> {
  await openWithWorker(page, address)
  await takenOver(page)
}

/** Follows a link of the header, the page or the footer by its exact name. */
export function follow(page: Page, landmark: 'banner' | 'main' | 'contentinfo', name: string): Promise<void> {
  return page.getByRole(landmark).getByRole('link', { name, exact: true }).click()
}

/** Opens the menu, in narrow windows by its button, and its group of courses. */
export async function openMenu(page: Page): Promise<void> {
  const menu = page.locator('.menu-button')
  if (await menu.isVisible()) await menu.click()
  await page.locator('.main-menu [aria-controls="menu-courses"]').click()
}

/** The header's link to the open page in another language. */
export function languageLink(page: Page, locale: Locale): Locator {
  return page.getByRole('banner').locator(`a[hreflang="${locale}"]`)
}

/** Uses the language switch by keyboard, so that nothing else takes the focus or scrolls, and waits for the language. */
export async function switchTo(page: Page, locale: Locale): Promise<void> {
  await languageLink(page, locale).evaluate((element: HTMLElement) => element.focus({ preventScroll: true }))
  await page.keyboard.press('Enter')
  const { lang, dir } = locales[locale]
  await page.locator(`html[lang="${lang}"][dir="${dir}"]`).waitFor({ state: 'attached' })
}

/** The positions of a carousel's items that are not inert. */
export function shownOf(items: Locator): Promise<number[]> {
  return items.evaluateAll((all) => all.flatMap((item, index) => (item.closest('[inert]') ? [] : [index])))
}

/** The messages that offline support logs on a page from now on. */
export function offlineStatuses(page: Page): string[] {
  const logged: string[] = []
  page.on('console', (message) => {
    const [, status] = /^offline support: (.*)$/.exec(message.text()) ?? []
    if (status) logged.push(status)
  })
  return logged
}

export function directionOf(page: Page): Promise<{ lang: string; dir: string }> {
  // Uses a locator, which waits for the root element, because none exists while a new document loads.
  return page.locator('html').evaluate(({ lang, dir }: HTMLElement) => ({ lang, dir }))
}

/** The accessible name or text of the focused element. */
export function focusedText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? ''
  })
}

export function languageOf(locale: Locale): { lang: string; dir: string } {
  const { lang, dir } = locales[locale]
  return { lang, dir }
}

/**
 * Lists the metadata and the elements in the header, main and footer of the open page, or of `html`. Each element is a line with
 * its attributes and text. Leaves out scripts, attributes that scripts add or change, and the icon of pause buttons.
 */
export function outlineOf(page: Page, html?: string): Promise<string[]> {
  return page.evaluate((source) => {
    const root = source === undefined ? document : new DOMParser().parseFromString(source, 'text/html')
    const added = ['inert', 'tabindex', 'style', 'class', 'aria-disabled', 'data-discover', 'loading']
    const linesOf = (selector: string) =>
      Array.from(root.querySelectorAll(selector), (element) => {
        const own = Array.from(element.attributes).filter(({ name }) => !added.includes(name))
        const attributes = own.map(({ name, value }) => `${name}="${value}"`).sort()
        const texts = Array.from(element.childNodes).map((node) => (node.nodeType === 3 ? node.nodeValue : ''))
        return [element.localName, ...attributes, texts.join('')].join(' ')
      })
    const metadata = 'title, link:is([rel="canonical"], [hreflang]), meta:is([name="description"], [name="robots"])'
    return [
      ...linesOf(`head > :is(${metadata})`).sort(),
      ...linesOf('.site-header *, main, main :not(script, .pause-button *), footer *'),
    ]
  }, html)
}

/** Collects complaints from now on: console errors and warnings, uncaught errors, policy violations, changes of `lang` or `dir`. */
export async function listen(page: Page): Promise<string[]> {
  const complaints: string[] = []
  page.on('console', (message) => {
    // Ignores a message that comes from Playwright itself.
    if (message.text().includes('Service Worker registration blocked by Playwright')) return
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`policy: ${violatedDirective} ${blockedURI}`)
    })
    new MutationObserver((records) => {
      for (const { target, attributeName, oldValue } of records) {
        const html = document.documentElement
        if (target !== html || !attributeName || html.getAttribute(attributeName) === oldValue) continue
        console.error(`flip: ${attributeName} from ${oldValue} to ${html.getAttribute(attributeName)}`)
      }
    }).observe(document, { subtree: true, attributeFilter: ['lang', 'dir'], attributeOldValue: true })
  })
  return complaints
}

/** Renders what `content-visibility` leaves out below the screen, so that its text and its boxes can be read. `''` undoes it. */
export const renderAll = (page: Page, value = 'visible') =>
  page.locator('.related, .site-footer').evaluateAll((parts, visibility) => {
    for (const { style } of parts) style.contentVisibility = visibility
  }, value)
