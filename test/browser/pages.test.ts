import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { readContent } from '../shipped-content'
import { sitePages } from '../site-pages'
import { directionOf, generatedSite, languageOf, outlineOf, sharedBrowser, takenOver } from './visit'

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
    const sent = await outlineOf(page, await answer?.text())
    await takenOver(page)
    expect(await outlineOf(page)).toEqual(sent)
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
