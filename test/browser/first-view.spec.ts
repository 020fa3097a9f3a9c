import { readdirSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { currentBuild } from '../../scripts/site-build'
import { expect, failing, test } from '../site/fixtures'
import { restyle } from '../site/layout'
import { drawn, follow, replacePictures, watchShifts } from '../site/page'
import { startHttpServer } from '../support/http-server'
import { readContent } from '../support/shipped-content'
import { sitePages } from '../support/site-pages'

/** One page of each module of `client/pages`. Other pages of the same module have the same styles. */
const names = ['home', 'courses', 'course', 'whoWeAre', 'ourMission', 'contactUs', 'notFound']
const pages = sitePages(await readContent()).filter(({ name }) => names.includes(name))

const assets = join(currentBuild(), 'client/assets')
// Pages link the style sheet for no script only in `noscript`.
const sheets = readdirSync(assets).filter((name) => name.endsWith('.css') && !name.startsWith('no-script-'))
// The common style sheet comes first, because it defines the order of the layers.
const [common = [], own = []] = [true, false].map((is) => sheets.filter((name) => name.startsWith('index-') === is))
const allStyles = [...common, ...own].map((name) => readFileSync(join(assets, name), 'utf8')).join('')

test('a page’s own styles lay it out like the styles of all pages together', failing, async ({ page, language }) => {
  // Prevents hydration, so that the page stays as the server sent it.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
  await replacePictures(page)
  for (const { path } of pages.filter(({ locale }) => locale === language.locale)) {
    await page.goto(path)
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const before = await looksOf(page)
      const restore = await restyle(page, allStyles)
      expect.soft(await looksOf(page), `${path} at ${width} px`).toEqual(before)
      await restore()
    }
  }
})

/** Returns the position and the colours of every element. */
function looksOf(page: Page) {
  return page.locator('body *').evaluateAll((all) =>
    all.map((element) => {
      const { color, backgroundColor, fontWeight } = getComputedStyle(element)
      const box = JSON.stringify(element.getBoundingClientRect())
      return [element.tagName, element.className, box, color, backgroundColor, fontWeight].join(' ')
    }),
  )
}

test('inlined styles are not fetched again, and the next page loads its own', async ({ page, language }) => {
  const { paths, t } = language
  const asked: string[] = []
  page.on('request', (request) => request.resourceType() === 'stylesheet' && asked.push(request.url()))
  await page.goto(paths.contactUs())
  await follow(page, 'banner', t('nav.ourMission'))
  await expect(page.locator('.mission-links')).toHaveCSS('display', 'flex')
  expect(asked.filter((path) => /ContactPage|index/.test(path))).toEqual([])
})

for (const end of ['report', 'giveUp'])
  test(`the script waits for the largest paint to be reported: ${end}`, async ({ page, language }) => {
    await page.addInitScript(() => {
      class Reporter {
        static supportedEntryTypes = ['largest-contentful-paint']
        constructor(run: (list: unknown, observer: Reporter) => void) {
          Object.assign(window, { report: () => run([], this) })
        }
        observe(): void {}
        disconnect(): void {}
      }
      const { setTimeout } = window
      const later = (run: () => void, delay: number) =>
        delay === 1000 ? Object.assign(window, { giveUp: run }) : setTimeout(run, delay)
      Object.assign(window, { PerformanceObserver: Reporter, setTimeout: later })
    })
    const sheets: string[] = []
    page.on('request', (request) => request.resourceType() === 'stylesheet' && sheets.push(request.url()))
    await page.goto(language.paths.courses())
    await drawn(page)
    expect(sheets, 'style sheets take their share of the line from the largest picture').toEqual([])
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 5_000 })))
    const begun = page.locator('link[rel=modulepreload]')
    expect(await begun.count()).toBe(0)
    await page.evaluate(`${end}()`)
    await expect(begun).not.toHaveCount(0)
  })

for (const width of [360, 768, 1280])
  for (const name of ['home', 'courses', 'ourMission'] as const)
    test(`${name} in pieces does not shift at ${width} px`, failing, async ({ page, request, language }) => {
      const { paths } = language
      const html = await (await request.get(paths[name]())).text()
      const server = await startInPieces(html.slice(0, html.indexOf(name === 'ourMission' ? '</footer>' : '</main>')))
      const shift = await watchShifts(page)
      // Makes the window so tall that the footer of a short page is in the first view.
      await page.setViewportSize({ width, height: 1600 })
      await page.addInitScript(askForPieces)
      await page.goto(server.url, { waitUntil: 'commit' })
      await expect(page.locator('html[data-is-loaded]')).toHaveCount(1)
      await expect(page.locator('h1')).toBeVisible()
      expect(await shift()).toBeLessThan(0.003)
      await server.stop()
    })

/** Serves a page in pieces. Each request of `/next` sends the next piece. `/next` answers 404 when the page is complete. */
function startInPieces(html: string) {
  const [head = '', ...pieces] = html.split(/(?=<(?:li|h1|h2|img|button)\b)/).slice(0, 91)
  let page: ServerResponse | undefined
  return startHttpServer(({ url }, response) => {
    if (url === '/') {
      page = response.setHeader('content-type', 'text/html; charset=utf-8')
      page.write(head)
      return
    }
    const piece = url === '/next' ? pieces.shift() : undefined
    if (piece) page?.write(piece)
    response.writeHead(piece ? 204 : 404).end()
  })
}

/** Requests the next piece in the frame that paints the previous piece. Runs in the page. */
async function askForPieces(): Promise<void> {
  for (let index = 0; (await fetch('/next')).ok; index++) {
    while (document.querySelectorAll('li, h1, h2, img, button').length <= index)
      await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
  }
  document.documentElement.dataset.isLoaded = 'yes'
}
