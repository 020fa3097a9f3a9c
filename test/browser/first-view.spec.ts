import { readContent } from '../shipped-content'
import { sitePages } from '../site-pages'
import { expect, test } from './fixtures'
import { replacePictures } from './page'

const pages = sitePages(await readContent())

test('the styles that come with a page lay it out as the whole sheet does', async ({ page, language }) => {
  // So the whole sheet is not fetched but for us.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
  await replacePictures(page)
  for (const { path } of pages.filter(({ locale }) => locale === language.locale)) {
    await page.goto(path)
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const moved = await page.evaluate(async () => {
        const link = /href="([^"]+)"/.exec(document.querySelector('head noscript')?.textContent ?? '')
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(await (await fetch(link?.[1] ?? '')).text())
        const all = Array.from(document.querySelectorAll('body *'))
        const read = () =>
          all.map((element) => {
            const { x, y, width, height } = element.getBoundingClientRect()
            const { color, backgroundColor, fontWeight } = getComputedStyle(element)
            return [x, y, width, height, color, backgroundColor, fontWeight].join(' ')
          })
        const before = read()
        const sheets = document.adoptedStyleSheets
        document.adoptedStyleSheets = [sheet, ...sheets.slice(1)]
        const after = read()
        document.adoptedStyleSheets = sheets
        return all
          .map((element, index) => `${element.tagName} ${element.className}: ${before[index]}, ${after[index]}`)
          .filter((_, index) => before[index] !== after[index])
      })
      expect.soft(moved, `${path} at ${width} px`).toEqual([])
    }
  }
})

for (const end of ['report', 'giveUp'])
  test(`the script waits for what the browser says of the largest paint, to its ${end}`, async ({ page, language }) => {
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
