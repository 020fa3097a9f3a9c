import { expect, inject, test } from 'vitest'
import { readContent } from '../shipped-content'
import { firstOf, sitePages } from '../site-pages'
import { eventually, languages, sharedBrowser } from './visit'

const open = sharedBrowser()
const pages = sitePages(await readContent())

test.each([360, 768, 1280])(
  'the styles that come with a page lay it out as the whole sheet does, at %i px',
  async (width) => {
    const { page } = await open({ viewport: { width, height: 800 } })
    // So the whole sheet is not fetched but for us.
    await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
    const moved: string[] = []
    for (const { path } of pages) {
      await page.goto(inject('site') + path)
      const elements = await page.evaluate(async () => {
        const link = /href="([^"]+)"/.exec(document.querySelector('head noscript')?.textContent ?? '')
        const sheet = await (await fetch(link?.[1] ?? '')).text()
        const all = Array.from(document.querySelectorAll('body *'))
        const read = () =>
          all.map((element) => {
            const { x, y, width, height } = element.getBoundingClientRect()
            const { color, backgroundColor, fontWeight } = getComputedStyle(element)
            return [x, y, width, height, color, backgroundColor, fontWeight].join(' ')
          })
        const before = read()
        document.adoptedStyleSheets[0]?.replaceSync(sheet)
        const after = read()
        return all
          .map((element, index) => `${element.tagName} ${element.className}: ${before[index]}, ${after[index]}`)
          .filter((_, index) => before[index] !== after[index])
      })
      moved.push(...elements.map((element) => `${path} ${element}`))
    }
    expect(moved).toEqual([])
  },
)

test.each(['report', 'giveUp'])(
  'the script waits for what the browser says of the largest paint, to its %s',
  async (end) => {
    const { page } = await open()
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
    const begun = () => page.locator('link[rel=modulepreload]').count()
    await page.goto(inject('site') + firstOf(languages).paths.courses())
    await page.evaluate(
      () =>
        new Promise((done) =>
          requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(done, { timeout: 5_000 }))),
        ),
    )
    expect(await begun()).toBe(0)
    await page.evaluate(`${end}()`)
    await eventually(begun).toBeGreaterThan(0)
  },
)
