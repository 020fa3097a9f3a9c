import { createInstance, type TFunction } from 'i18next'
import type { Locator, Page, Route } from 'playwright-core'
import { type Locale, locales } from '#contract/locales'
import { operations } from '#contract/operations'
import { createPaths, type Paths } from '#contract/paths'
import ar from '../../client/language/messages/ar.json' with { type: 'json' }
import en from '../../client/language/messages/en.json' with { type: 'json' }
import { readContent } from '../shipped-content'

export type Language = {
  locale: Locale
  t: TFunction
  paths: Paths
  /** The title of an item of the content, empty where there is none. */
  titleOf: (item?: { en_title?: string | undefined; ar_title?: string | undefined }) => string
}

/** One row per language: its labels by key, its paths and titles, to find things by role and name in either. */
export const languages: Language[] = (['en', 'ar'] as const).map((locale) => {
  const instance = createInstance({ lng: locale, resources: { en: { translation: en }, ar: { translation: ar } } })
  void instance.init({ initAsync: false, interpolation: { escapeValue: false } })
  return {
    locale,
    t: instance.t,
    paths: createPaths({ locale, product: 'ugarit' }),
    titleOf: (item) => item?.[`${locale}_title`] ?? '',
  }
})

/** Without the flips that a switch of the language makes. */
export function withoutFlips(complaints: string[]): string[] {
  return complaints.filter((complaint) => !complaint.startsWith('error: flip: '))
}

/** Waits until script has taken the page over: only then it fetches and keeps the home data, as the spec's section 3 asks. */
export async function takenOver(page: Page, below = ''): Promise<void> {
  await page.waitForFunction((key) => localStorage.getItem(key) !== null, `${below}lang`)
}

/** Opens a page and waits until script has taken it over. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await takenOver(page)
}

/** The home data's items are shown at once: so that courses and events are waited for, it has none. */
export async function withoutItems(page: Page): Promise<void> {
  const home = { ...(await readContent()), courses: [], events: [] }
  await page.route(`**${operations.homeData.path}`, (route) => route.fulfill({ json: { data: [home] } }))
}

/** Decides on a call. */
type Fate = (route: Route) => Promise<void>

/** Holds the calls to an address until the function that it gives is called; then they pass, or meet the fate that it is given. */
export async function hold(page: Page, address: string): Promise<(fate?: Fate) => void> {
  let decide: (fate: Fate) => void = () => undefined
  const decided = new Promise<Fate>((resolve) => {
    decide = resolve
  })
  await page.route(address, async (route) => (await decided)(route))
  return (fate = (route) => route.continue()) => decide(fate)
}

/** From now on what has failed is not tried again by itself, as out of sight: who presses "Try again" has brought it about. */
export function triesNothingItself(page: Page): Promise<void> {
  return page.evaluate(() => void Object.defineProperty(document, 'visibilityState', { value: 'hidden' }))
}

/** Script that tells a page, or a worker, that its visitor saves data. */
export const savesData = 'Object.defineProperty(navigator, "connection", { value: { saveData: true } });'

/** Waits until observers know of a new width or place, which they are told with the next frame. */
export function drawn(page: Page): Promise<void> {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))
}

/** From now on every page sums up how much moves in it, as browsers count layout shifts. Gives the sum of the page that is open. */
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

/** Answers pictures in the server's place, which need not be made then: every picture has a box of its own. */
export async function replacePictures(page: Page): Promise<void> {
  const body = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"/>'
  await page.route('**/images/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body }))
}

/** Opens a page and waits until all is there that it takes without a line. */
export async function visitOnce(page: Page, address: string): Promise<void> {
  const isReady = page.waitForEvent('console', (message) => message.text() === 'offline support: ready')
  await page.goto(address)
  await isReady
  await takenOver(page)
}

/** Language and direction of the document. */
export function directionOf(page: Page): Promise<{ lang: string; dir: string }> {
  return page.evaluate(() => ({ lang: document.documentElement.lang, dir: document.documentElement.dir }))
}

/** The accessible name or text of what has the focus. */
export function focusedText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? ''
  })
}

export function hasFocus(element: Locator): Promise<boolean> {
  return element.evaluate((own) => own === document.activeElement)
}

export function languageOf(locale: Locale): { lang: string; dir: string } {
  const { lang, dir } = locales[locale]
  return { lang, dir }
}

/**
 * The elements of header, main and footer, one line each with attributes and text; without what only script may add, or that is
 * script, or the drawing of a button that pauses. Of the page as it stands, or of the HTML given.
 */
export function outlineOf(page: Page, html?: string): Promise<string[]> {
  return page.evaluate((source) => {
    const root = source === undefined ? document : new DOMParser().parseFromString(source, 'text/html')
    const added = ['inert', 'tabindex', 'style', 'class', 'aria-disabled', 'data-discover']
    return Array.from(
      root.querySelectorAll('.site-header *, main, main :not(script, .pause-button *), footer *'),
      (element) => {
        const kept = Array.from(element.attributes).filter(({ name }) => !added.includes(name))
        const attributes = kept.map(({ name, value }) => `${name}="${value}"`).sort()
        const texts = Array.from(element.childNodes).map((node) => (node.nodeType === 3 ? node.nodeValue : ''))
        return [element.localName, ...attributes, texts.join('')].join(' ')
      },
    )
  }, html)
}

/** The browser's complaints from now on: console, uncaught errors, broken policy, flips of language or direction. */
export async function listen(page: Page): Promise<string[]> {
  const complaints: string[] = []
  page.on('console', (message) => {
    // The browser driver's own word.
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
