import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { currentBuild } from '../../scripts/builds'
import { expect, test } from '../site/fixtures'
import { drawn, replacePictures, watchShifts } from '../site/page'
import { readContent } from '../support/shipped-content'
import { sitePages } from '../support/site-pages'

const pages = sitePages(await readContent())

const assets = join(currentBuild(), 'client/assets')
const sheets = readdirSync(assets).filter((name) => name.endsWith('.css'))
// The common style sheet comes first, because it defines the order of the layers.
const allStyles = sheets
  .sort((a, b) => Number(b.startsWith('index-')) - Number(a.startsWith('index-')))
  .map((name) => readFileSync(join(assets, name), 'utf8'))
  .join('')

test('a page’s own styles lay it out like the styles of all pages together', async ({ page, language }) => {
  // Prevents hydration, so that the page stays as the server sent it.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
  await replacePictures(page)
  for (const { path } of pages.filter(({ locale }) => locale === language.locale)) {
    await page.goto(path)
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const moved = await page.evaluate(async (others) => {
        const all = Array.from(document.querySelectorAll('body *'))
        const read = () =>
          all.map((element) => {
            const { x, y, width, height } = element.getBoundingClientRect()
            const { color, backgroundColor, fontWeight } = getComputedStyle(element)
            return [x, y, width, height, color, backgroundColor, fontWeight].join(' ')
          })
        const before = read()
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(others)
        document.adoptedStyleSheets.push(sheet)
        const after = read()
        document.adoptedStyleSheets.pop()
        return all
          .map((element, index) => `${element.tagName} ${element.className}: ${before[index]}, ${after[index]}`)
          .filter((_, index) => before[index] !== after[index])
      }, allStyles)
      expect.soft(moved, `${path} at ${width} px`).toEqual([])
    }
  }
})

test('inlined styles are not fetched again, and the next page loads its own', async ({ page, language }) => {
  const { paths, t } = language
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') asked.push(new URL(request.url()).pathname)
  })
  await page.goto(paths.contactUs())
  await page
    .locator('header')
    .getByRole('link', { name: t('nav.ourMission') })
    .first()
    .click()
  await page.waitForURL(`**${paths.ourMission()}`)
  await expect(page.locator('.mission-links')).toHaveCSS('display', 'flex')
  expect(asked.filter((path) => /ContactPage|index/.test(path))).toEqual([])
})

for (const end of ['report', 'giveUp'])
  test(`the script waits for the browser to report the largest paint: ${end}`, async ({ page, language }) => {
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
    await page.goto(language.paths.courses())
    await page.evaluate(
      () =>
        new Promise((done) =>
          requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(done, { timeout: 5_000 }))),
        ),
    )
    const begun = page.locator('link[rel=modulepreload]')
    expect(await begun.count()).toBe(0)
    await page.evaluate(`${end}()`)
    await expect(begun).not.toHaveCount(0)
  })

for (const width of [360, 768, 1280])
  test(`a page that arrives in pieces does not shift what is already shown, at ${width} px`, async ({
    page,
    request,
    language,
  }) => {
    const { paths } = language
    const shift = await watchShifts(page)
    // So tall that the footer of a short page is in the first view.
    await page.setViewportSize({ width, height: 1600 })
    const ends = { [paths.home()]: '</main>', [paths.courses()]: '</main>', [paths.ourMission()]: '</footer>' }
    // All at first: the server closes connections that are idle for long.
    const pages: [path: string, html: string][] = []
    for (const [path, end] of Object.entries(ends)) {
      const html = await (await request.get(path)).text()
      pages.push([path, html.slice(0, html.indexOf(end))])
    }
    for (const [path, html] of pages) {
      const [head = '', ...pieces] = html.split(/(?=<(?:li|h1|h2|img|button)\b)/)
      let write: (piece: string) => void = () => undefined
      const server = createServer((request, response) => {
        if (request.url !== '/') return void response.writeHead(404).end()
        response.setHeader('content-type', 'text/html; charset=utf-8')
        write = (piece) => response.write(piece)
        write(head)
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { waitUntil: 'commit' })
      for (const [index, piece] of pieces.slice(0, 90).entries()) {
        write(piece)
        await page.waitForFunction(
          (count) => document.querySelectorAll('li, h1, h2, img, button').length > count,
          index,
        )
        await drawn(page)
      }
      await expect(page.locator('h1')).toBeVisible()
      expect(await shift(), path).toBeLessThan(0.003)
      server.closeAllConnections()
      server.close()
    }
  })
