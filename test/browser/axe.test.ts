import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startFaultySite } from '../faulty-site'
import { violations } from './accessibility'
import { languages, sharedBrowser, takenOver, withoutItems } from './visit'

const open = sharedBrowser()

describe.each(languages)('in $locale', ({ locale, t, paths }) => {
  let site: Awaited<ReturnType<typeof startFaultySite>>
  beforeAll(async () => {
    site = await startFaultySite()
  })
  afterAll(() => site.close())

  test.each([
    ['a page that failed', paths.course('error-503')],
    ['an empty category', paths.courseCategory('empty')],
    ['a search without a result', `${paths.blogs()}?q=zzzz`],
    ['a text in the other language only', paths.course(locale === 'en' ? 'arabic-only' : 'english-only')],
    ['an item with nothing but its title', paths.blog('minimal')],
  ])('%s has no violation', async (_, path) => {
    const { page } = await open({ reducedMotion: 'reduce', colorScheme: 'dark' })
    await page.goto(site.address + path)
    await takenOver(page)
    await expectNone(page)
  })

  test('a page on its way has no violation', async () => {
    const { page } = await open({ reducedMotion: 'reduce' })
    await withoutItems(page)
    await page.goto(inject('site') + paths.courses())
    await takenOver(page)
    await page.route('**/api/*', () => undefined)
    await page.getByRole('article').getByRole('link').first().click()
    await page.getByRole('status').getByText(t('status.loading')).waitFor()
    await expectNone(page)
  })

  test('open menus have no violation', async () => {
    const { page } = await open({ reducedMotion: 'reduce' })
    await page.goto(inject('site') + paths.contactUs())
    await takenOver(page)
    await page.getByRole('button', { name: t('nav.courses'), exact: true }).click()
    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 780 })
    await page.getByRole('button', { name: t('nav.menu'), exact: true }).click()
    await page.getByRole('button', { name: t('nav.news'), exact: true }).click()
    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 768, height: 780 })
    expect(await violations(page)).toEqual([])
  })
})

async function expectNone(page: Page): Promise<void> {
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 780 })
    expect([width, await violations(page)]).toEqual([width, []])
  }
}
