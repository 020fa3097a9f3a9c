import { createHash } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { type Locale, locales } from '#contract/locales'
import { defaultProduct } from '#contract/operations'
import { createPaths } from '#contract/paths'
import { groupCount, groupSize, markOf } from './api'
import { payloads } from './payloads'

/** A page to open, and a text that it shows when it has loaded. */
export type Subject = { path: string; mark: string }

type Kind = 'course' | 'blog' | 'newsItem' | 'event'
const kinds: Kind[] = ['course', 'blog', 'newsItem', 'event']

/** The way to reach a page: rendered by the server, or navigated to in the browser. */
export type Way = 'rendered' | 'navigated'

export const bothWays: readonly Way[] = ['rendered', 'navigated']

/** `pages` are open concurrently. */
type VisitOptions = { pages?: number; waysOf: (index: number) => readonly Way[] }

/** Milliseconds that a page may take, generous because other tests may load the machine. */
const patience = 90_000

/** The pages of every `step`-th item, and all lists; each in one language if `turns` is set, else in both. */
export function subjectsOf({ step, turns }: { step: number; turns: boolean }): Subject[] {
  const all = Object.values(locales).map(({ locale }) => locale)
  const inTurn = <T>(choices: readonly T[], index: number) =>
    turns ? choices.filter((_, place) => place === index % choices.length) : choices
  const pathsOf = (locale: Locale) => createPaths({ locale, product: defaultProduct })
  const items = payloads.flatMap((_, index) =>
    index % step > 0
      ? []
      : inTurn(kinds, Math.floor(index / step)).flatMap((kind) =>
          inTurn(all, Math.floor(index / step / kinds.length)).map((locale) => ({
            path: pathsOf(locale)[kind](`p${index}`),
            mark: markOf(index),
          })),
        ),
  )
  const groups = Array.from({ length: groupCount }, (_, group) =>
    inTurn(all, group).map((locale) => {
      const last = Math.min((group + 1) * groupSize, payloads.length) - 1
      return { path: pathsOf(locale).courseCategory(`g${group}`), mark: markOf(last) }
    }),
  ).flat()
  const others = all.flatMap((locale) => [
    { path: pathsOf(locale).whoWeAre(), mark: markOf(0) },
    { path: pathsOf(locale).home(), mark: markOf(0) },
  ])
  return [...items, ...groups, ...others]
}

/**
 * Opens the subjects in a browser without content security policy, so that only the site itself prevents execution. Returns
 * everything that was executed or could be by a click, with the page and the way to it.
 */
export async function visitHostilePages(
  browser: Browser,
  site: string,
  subjects: readonly Subject[],
  { pages = 3, waysOf }: VisitOptions,
): Promise<string[]> {
  const harms: string[] = []
  /** The site's own scripts, by the hashes in its policy. */
  const own = new Set<string>()
  const queue = subjects.flatMap((subject, index) => waysOf(index).map((way) => ({ subject, way })))
  const context = await browser.newContext({ bypassCSP: true, serviceWorkers: 'block' })
  // tsx keeps function names with a helper that the page lacks.
  await context.addInitScript('globalThis.__name ??= (named) => named')
  await context.addInitScript(reportExecutions)
  const worker = async () => {
    const page = await context.newPage()
    let current: { subject: Subject; way: Way } | undefined
    const note = (what: string) => current && harms.push(`${current.subject.path}, ${current.way}: ${what}`)
    page.on('console', (message) => message.text().startsWith('EXECUTED ') && note(message.text()))
    page.on('dialog', (dialog) => {
      note(`a dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    page.on('popup', () => note('a window'))
    page.on('pageerror', ({ message }) => note(`an error: ${message}`))
    page.on('response', (response) => {
      for (const [hash] of (response.headers()['content-security-policy'] ?? '').matchAll(/sha256-[^']+/g))
        own.add(hash)
    })
    page.on('request', (request) => {
      if (!/^(?:http:\/\/127\.0\.0\.1:|data:image\/|about:|blob:)/.test(request.url()))
        note(`a request to ${request.url()}`)
    })
    page.setDefaultTimeout(patience)
    const visit = async ({ subject, way }: { subject: Subject; way: Way }) => {
      await (way === 'rendered'
        ? page.goto(site + subject.path, { waitUntil: 'domcontentloaded' })
        : navigate(page, site, subject))
      await page
        .getByText(subject.mark)
        .first()
        .waitFor({ state: 'attached' })
        .catch(() => note('it was not shown'))
      for (const what of await page.evaluate(findTraps)) note(what)
      for (const script of await page.evaluate(inlineScripts))
        if (!own.has(hashOf(script))) note(`a script: <script>${script.slice(0, 200)}</script>`)
    }
    for (let next = queue.shift(); next; next = queue.shift()) {
      current = next
      await visit(next).catch(async (error: Error) => {
        // A failing page must not end a run of an hour; the next one starts from a blank page.
        note(`it could not be visited: ${error.message.split('\n', 1)}`)
        await page.goto('about:blank')
      })
    }
    await page.close()
  }
  try {
    await Promise.all(Array.from({ length: pages }, worker))
  } finally {
    await context.close()
  }
  return harms
}

/** Navigates like a link: by the router, over the API. */
async function navigate(page: Page, site: string, { path }: Subject): Promise<void> {
  if (!page.url().startsWith(site)) await page.goto(`${site}/contact-us`, { waitUntil: 'domcontentloaded' })
  // The router works only after hydration, which a touch starts if a picture never loads.
  await page.evaluate(() => void document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })))
  await page.waitForFunction(() => 'isTakenOver' in window)
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

const hashOf = (script: string) => `sha256-${createHash('sha256').update(script).digest('base64')}`

/** Runs in every frame before its own scripts: makes the functions that payloads call report themselves. */
function reportExecutions(): void {
  addEventListener('taken-over', () => Object.assign(window, { isTakenOver: true }))
  for (const name of ['alert', 'confirm', 'prompt', 'print'] as const) {
    Object.defineProperty(window, name, { value: (...args: unknown[]) => console.error(`EXECUTED ${name}`, ...args) })
  }
}

/** The inline scripts of the page, without data blocks. */
const inlineScripts = () =>
  [...document.querySelectorAll('script:not([src], [type*=json])')].map((script) => script.textContent ?? '')

/** Elements that would run script when clicked, or that only the site itself may have. */
function findTraps(): string[] {
  const found: string[] = []
  for (const element of document.querySelectorAll('*')) {
    const name = element.localName
    if (name === 'script' && element.hasAttribute('src') && !element.getAttribute('src')?.startsWith('/assets/'))
      found.push(`a script: ${element.outerHTML.slice(0, 200)}`)
    if (/^(?:iframe|object|embed|base|applet|frame|template|plaintext|xmp)$/.test(name))
      found.push(`an element: ${element.outerHTML.slice(0, 200)}`)
    for (const attribute of element.attributes) {
      if (attribute.name.startsWith('on') || attribute.name === 'srcdoc')
        found.push(`a handler: ${attribute.name}=${attribute.value}`)
      const isAddress = /^(?:href|src|action|formaction|data|poster|background|xlink:href)$/.test(attribute.name)
      const address = [...attribute.value].filter((character) => character > ' ').join('')
      // The site's own drawings, one of which is inlined.
      if (element.matches('.hero-slide > img.hero-art')) continue
      if (isAddress && /^(?:javascript|vbscript|data:text|data:image\/svg)/i.test(address))
        found.push(`an address: ${attribute.name}=${attribute.value.slice(0, 100)}`)
    }
  }
  const main = document.querySelector('main')
  for (const element of main?.querySelectorAll('style, link, meta, form') ?? []) {
    const isSearch = element.querySelector('input[name="q"]#search')
    if (!isSearch) found.push(`in main: ${element.outerHTML.slice(0, 200)}`)
  }
  return found
}
