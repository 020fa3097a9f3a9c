import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { locales } from '#contract/locales'
import { defaultProduct } from '#contract/operations'
import { createPaths } from '#contract/paths'
import { test as base, expect, once, perWorker } from '../../site/fixtures'
import { goTo, started } from '../../site/router-walk'
import { type Server, startServer } from '../../site/start-site'
import { groupSize, markOf, startHostileApi } from './api'
import { payloads } from './payloads'

/** `HOSTILE=full` tests every payload in every field of every kind of page, in both languages, rendered and navigated. */
const isFull = process.env.HOSTILE === 'full'

/** A page to open, a text that it shows when it has loaded, and whether the server renders it or the router navigates to it. */
type Visit = { path: string; mark: string; way: 'rendered' | 'navigated' }

const ways = ['rendered', 'navigated'] as const
const sites = Object.values(locales).map(({ locale }) => createPaths({ locale, product: defaultProduct }))

/** Returns the visits to pages of both languages that show the item with a number. */
const visitsOf = (item: number, pathsOf: (site: (typeof sites)[number]) => string[]): Visit[] =>
  sites.flatMap(pathsOf).flatMap((path) => ways.map((way) => ({ path, mark: markOf(item), way })))

/** Returns all visits of each row in a full run. In a short run returns one visit of each row, with alternating positions. */
const inTurn = (rows: Visit[][]) => (isFull ? rows.flat() : rows.flatMap((row, index) => row[index % row.length] ?? []))

const kinds = ['course', 'blog', 'newsItem', 'event'] as const
const items = payloads.map((_, item) => visitsOf(item, (site) => kinds.map((kind) => site[kind](`p${item}`))))
const groups = Array.from({ length: Math.ceil(payloads.length / groupSize) }, (_, group) => {
  const last = Math.min((group + 1) * groupSize, payloads.length) - 1
  return visitsOf(last, (site) => [site.courseCategory(`g${group}`)])
})
// An HTML parser drops content after a frameset, so a navigated page could be empty. Media elements once broke hydration.
const odd = ['<frameset', '<audio src="data:'].flatMap((part) => {
  const visits = items[payloads.findIndex((payload) => payload.includes(part))] ?? []
  return visits.slice(0, ways.length)
})
const some = items.filter((_, index) => isFull || index % 64 === 0)
const others = visitsOf(0, (site) => [site.whoWeAre(), site.home()])
const visits = [...odd, ...inTurn(some), ...inTurn(groups), ...others]

const test = base.extend<object, { site: Server }>({
  site: perWorker(async () => {
    const api = await startHostileApi()
    const site = await startServer({ BASE_URL: api.url })
    return { ...site, stop: () => site.stop().finally(api.stop) }
  }),
})

// Without the policy only the site itself prevents execution. A trace of thousands of pages would take memory.
test.use({ bypassCSP: true, trace: 'off' })

/** Records everything that is executed on the page from now on. */
async function watchExecutions(page: Page): Promise<string[]> {
  const harms: string[] = []
  page.on('dialog', (dialog) => {
    harms.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', () => harms.push('a window'))
  page.on('request', (request) => {
    if (!/^(?:http:\/\/127\.0\.0\.1:|data:image\/|about:|blob:)/.test(request.url()))
      harms.push(`a request to ${request.url()}`)
  })
  // Runs in every frame before its own scripts. Errors in the console make a test fail.
  await page.addInitScript(() => {
    for (const name of ['alert', 'confirm', 'prompt', 'print'] as const)
      Object.defineProperty(window, name, { value: (...args: unknown[]) => console.error(`EXECUTED ${name}`, ...args) })
  })
  return harms
}

/** Finds the page's inline scripts, except data blocks, whose hashes are not in the page's policy. */
async function foreignScripts(page: Page, policy = ''): Promise<string[]> {
  const scripts = await page.locator('script:not([src], [type*=json])').allTextContents()
  const hashOf = (script: string) => createHash('sha256').update(script).digest('base64')
  return scripts
    .filter((script) => !policy.includes(hashOf(script)))
    .map((script) => `a script: <script>${script}</script>`)
}

/** Finds elements that would run script when clicked, or that only the site itself may have. Runs in the page. */
function findTraps(): string[] {
  const found: string[] = []
  for (const element of document.querySelectorAll('*')) {
    const name = element.localName
    if (name === 'script' && element.hasAttribute('src') && !element.getAttribute('src')?.startsWith('/assets/'))
      found.push(`a script: ${element.outerHTML.slice(0, 200)}`)
    if (/^(?:iframe|object|embed|base|applet|frame|template|plaintext|xmp)$/.test(name))
      found.push(`an element: ${element.outerHTML.slice(0, 200)}`)
    if (element.matches('.prose :is(.neighbours, .detail-register)')) found.push('the end of the page in a body')
    for (const attribute of element.attributes) {
      if (attribute.name.startsWith('on') || attribute.name === 'srcdoc')
        found.push(`a handler: ${attribute.name}=${attribute.value}`)
      const isUrlAttribute = /^(?:href|src|action|formaction|data|poster|background|xlink:href)$/.test(attribute.name)
      const address = [...attribute.value].filter((character) => character > ' ').join('')
      // Skips the site's own drawings, of which one is inlined.
      if (element.matches('.hero-slide > img.hero-art')) continue
      if (isUrlAttribute && /^(?:javascript|vbscript|data:text|data:image\/svg)/i.test(address))
        found.push(`an address: ${attribute.name}=${attribute.value.slice(0, 100)}`)
    }
  }
  const ownForms = ':has(#search[name="q"]), :has(select#when[name="when"])'
  for (const element of document.querySelectorAll(`main :is(style, link, meta, form:not(${ownForms}))`))
    found.push(`in main: ${element.outerHTML.slice(0, 200)}`)
  return found
}

const parts = 6
for (let part = 0; part < parts; part++)
  test(`no payload of an API is executed: part ${part + 1} of ${parts}`, once, async ({ page, complaints, site }) => {
    test.setTimeout(isFull ? 10_800_000 : 1_200_000)
    expect(payloads.length).toBeGreaterThan(500)
    const harms = await watchExecutions(page)
    for (const { path, mark, way } of visits.filter((_, index) => index % parts === part))
      await test.step(`${path}, ${way}`, async () => {
        const first = site.address + (way === 'rendered' ? path : '/contact-us')
        const answer = await page.goto(first, { waitUntil: 'domcontentloaded' })
        // Starts the hydration, even if a picture never loads.
        await page.locator('body').dispatchEvent('pointerdown')
        await started(page)
        if (way === 'navigated') await goTo(page, path)
        await page.getByText(mark).first().waitFor({ state: 'attached' })
        const scripts = await foreignScripts(page, answer?.headers()['content-security-policy'])
        const executed = complaints.splice(0).filter((each) => /EXECUTED|uncaught/.test(each))
        const traps = await page.evaluate(findTraps)
        expect.soft([...harms.splice(0), ...scripts, ...executed, ...traps]).toEqual([])
      })
  })

test.describe('an unsafe page', () => {
  test.use({ tolerated: /./ })

  test('all its vulnerabilities are detected', once, async ({ page, complaints }) => {
    const harms = await watchExecutions(page)
    const html = `<main><img src=x onerror=alert(1)><a href="java\tscript:alert(1)">x</a><script>alert(2)</script></main>`
    await page.goto(`data:text/html;charset=utf-8,${encodeURIComponent(html)}`)
    await expect.poll(() => complaints).toContainEqual(expect.stringContaining('EXECUTED alert 2'))
    harms.push(...(await page.evaluate(findTraps)), ...(await foreignScripts(page)))
    for (const part of ['a handler: onerror', 'an address: href', 'a script: <script>alert(2)'])
      expect(harms.join('\n')).toContain(part)
  })
})
