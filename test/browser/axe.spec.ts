import type { Page } from '@playwright/test'
import { violations } from '../site/accessibility'
import { expect, failing, test } from '../site/fixtures'
import { type Language, open, replacePictures, withoutItems } from '../site/page'

// Runs the tests in one worker, so that the site with failing slugs starts once.
test.describe.configure({ mode: 'default' })

test.use({ reducedMotion: 'reduce' })

test.beforeEach(({ page }) => replacePictures(page))

const states: Record<string, (language: Language) => string> = {
  'a page that failed': ({ paths }) => paths.course('error-503'),
  'an empty category': ({ paths }) => paths.courseCategory('empty'),
  'a search without a result': ({ paths }) => `${paths.blogs()}?q=zzzz`,
  'a text in the other language only': ({ locale, paths }) =>
    paths.course(locale === 'en' ? 'arabic-only' : 'english-only'),
  'an item with nothing but its title': ({ paths }) => paths.blog('minimal'),
}
for (const [name, pathOf] of Object.entries(states))
  test(`${name} has no violation in the dark`, failing, async ({ page, language, scenarioSite }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await open(page, scenarioSite.address + pathOf(language))
    await expectNone(page, [320, 768, 1280])
  })

test('a loading page has no violation', async ({ page, language: { t, paths } }) => {
  await withoutItems(page)
  await open(page, paths.courses())
  await page.route('**/api/*', () => undefined)
  await page.getByRole('article').getByRole('link').first().click()
  await expect(page.getByRole('status').getByText(t('status.loading'))).toBeAttached()
  await expectNone(page, [320, 768, 1280])
})

test('open menus have no violation', async ({ page, language: { t, paths } }) => {
  await open(page, paths.contactUs())
  await page.getByRole('button', { name: t('nav.courses'), exact: true }).click()
  await expectNone(page, [1280, 320])
  await page.getByRole('button', { name: t('nav.menu'), exact: true }).click()
  await page.getByRole('button', { name: t('nav.news'), exact: true }).click()
  await expectNone(page, [320, 768])
})

async function expectNone(page: Page, widths: number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 780 })
    expect(await violations(page), `${width} px`).toEqual([])
  }
}
