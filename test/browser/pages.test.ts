import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { readContent } from '../shipped-content'
import { sitePages } from '../site-pages'
import { generatedSite } from './generated-site'
import { directionOf, languageOf, sharedBrowser, takenOver } from './visit'

const open = sharedBrowser()
const generated = generatedSite({ seed: 3, size: 18, product: 'palmyra' })

const sets = [
  { set: 'shipped', address: () => inject('site'), pages: sitePages(await readContent()) },
  { set: 'generated', address: () => generated.address, pages: sitePages(generated.content, 'palmyra') },
]

describe.each(sets)('on the $set content', ({ address, pages }) => {
  test.each(pages)('$name in $locale is taken over without a word', async ({ path, status, locale }) => {
    const { page, complaints } = await open({ viewport: { width: 360, height: 780 } })
    const answer = await page.goto(address() + path)
    await takenOver(page)
    expect(await differences(page, (await answer?.text()) ?? '')).toEqual([])
    expect(await directionOf(page)).toEqual(languageOf(locale))
    expect(await overflow(page)).toBe(0)
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    // Chromium's own word for the answer that was asked for.
    const expected = status === 404 ? [expect.stringContaining('404 (Not Found)')] : []
    expect(complaints).toEqual(expected)
  })
})

/** How many pixels the page can be scrolled sideways. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/**
 * Where the page differs from what the server sent. The production build of React repairs or ignores these in silence; what
 * only script may add is left out.
 */
function differences(page: Page, html: string): Promise<string[]> {
  return page.evaluate((source) => {
    const sent = new DOMParser().parseFromString(source, 'text/html')
    const added = /^(?:inert|tabindex|style|aria-disabled|class|data-.*)$/
    const lines = (root: Document) =>
      Array.from(root.querySelectorAll('#root *'), (element) => {
        const attributes = Array.from(element.attributes, ({ name, value }) => `${name}="${value}"`)
        const text = Array.from(element.childNodes, (node) => (node.nodeType === 3 ? node.nodeValue : '')).join('')
        return `<${element.localName} ${attributes.filter((each) => !added.test(each.split('=')[0] ?? '')).join(' ')}>${text}`
      })
    const [before, after] = [lines(sent), lines(document)]
    return after.flatMap((line, index) => (line === before[index] ? [] : [`${before[index]} -> ${line}`])).slice(0, 5)
  }, html)
}
