import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { readContent } from '../shipped-content'
import { firstOf, sitePages } from '../site-pages'
import { directionOf, generatedSite, languageOf, languages, sharedBrowser, takenOver } from './visit'

const open = sharedBrowser()
const content = await readContent()
const generated = generatedSite({ seed: 8, size: 25 })

const sets = [
  { set: 'shipped', address: () => inject('site'), pages: sitePages(content) },
  { set: 'generated', address: () => generated.address, pages: sitePages(generated.content) },
]

describe.each(sets)('without script on the $set content', ({ address, pages }) => {
  let bare: Page
  let full: Page
  beforeAll(async () => {
    bare = (await open({ keeps: true, javaScriptEnabled: false })).page
    full = (await open({ keeps: true })).page
    // Each page is taken over anew, and tells so by this key.
    await full.addInitScript(() => localStorage.removeItem('lang'))
  })

  test.each(pages)('$name in $locale has its text and its way to every other page', async ({ path, locale }) => {
    await Promise.all([bare.goto(address() + path), full.goto(address() + path).then(() => takenOver(full))])
    expect(await directionOf(bare)).toEqual(languageOf(locale))

    // Menus closed, as they are for everybody at first: what is not in sight without script is lost.
    // biome-ignore lint/performance/useDomNodeTextContent: what is in sight is the question
    const [seen, wanted] = await Promise.all([bare, full].map((page) => page.locator('body').innerText()))
    const missing = lacking(wordsOf(wanted ?? ''), wordsOf(seen ?? ''))
    expect(missing.length / wordsOf(wanted ?? '').length, missing.join(' ')).toBeLessThanOrEqual(0.02)

    const links = bare.getByRole('navigation').getByRole('link')
    const names = await full.getByRole('navigation').locator('a').count()
    expect([await links.count(), names > 10]).toEqual([names, true])
    expect(await links.evaluateAll((all) => all.filter((link) => !link.checkVisibility()).length)).toBe(0)
  })
})

describe.each(languages)('without script in $locale', ({ locale, t, paths }) => {
  test.each([1280, 360])('the menus, load more and the language switch work by page loads at %i px', async (width) => {
    const { page } = await open({ javaScriptEnabled: false, viewport: { width, height: 800 } })
    const category = firstOf(content.courses_categories)
    await page.goto(inject('site') + paths.home())

    const menu = page.getByRole('navigation', { name: t('nav.main') })
    const name = (locale === 'en' ? category.name : category.ar_name) ?? ''
    await menu.getByRole('link', { name, exact: true }).click()
    expect(new URL(page.url()).pathname).toBe(paths.courseCategory(category.slug))

    await page.goto(inject('site') + paths.blogs())
    expect(await page.getByRole('article').count()).toBe(7)
    await page.getByRole('link', { name: t('action.loadMore') }).click()
    expect(await page.getByRole('article').count()).toBe(14)

    const other = locale === 'en' ? 'ar' : 'en'
    await page.locator(`header a[hreflang="${other}"]`).click()
    expect(await directionOf(page)).toEqual(languageOf(other))
    expect(await page.getByRole('article').count()).toBe(14)
    expect(new URL(page.url()).search).toBe('?show=14')
  })
})

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

/** The words of `wanted` that `seen` has not, or has less often. */
function lacking(wanted: string[], seen: string[]): string[] {
  const left = new Map<string, number>()
  for (const word of seen) left.set(word, (left.get(word) ?? 0) + 1)
  return wanted.filter((word) => {
    const count = left.get(word) ?? 0
    left.set(word, count - 1)
    return count < 1
  })
}
