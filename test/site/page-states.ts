import { expect, type Page } from '@playwright/test'
import { type Language, open, openMenu, withoutItems } from './page'
import { goTo, started } from './router-walk'

/** Opens a page on the site at the address `site` and puts it into a state. */
type Enter = (page: Page, language: Language, site: string) => Promise<unknown>

const atAddress =
  (pathOf: (language: Language) => string): Enter =>
  (page, language, site) =>
    open(page, site + pathOf(language))

const loading =
  (pathOf: (language: Language) => string): Enter =>
  async (page, language, site) => {
    await withoutItems(page)
    await open(page, site + language.paths.contactUs())
    await page.route('**/api/*', () => undefined)
    await goTo(page, pathOf(language))
    await page.locator('.skeleton').waitFor()
    await expect(page.getByRole('status').getByText(language.t('status.loading'))).toBeAttached()
  }

/** The states of pages that checkers of accessibility look at. The site has failing slugs. */
export const pageStates: Record<string, Enter> = {
  'an open menu': async (page, language, site) => {
    await open(page, site + language.paths.contactUs())
    await openMenu(page)
  },
  'an item that is loading': loading(({ paths }) => paths.course('any')),
  'a list that is loading': loading(({ paths }) => paths.freeWorkshops()),
  'a page that failed': atAddress(({ paths }) => paths.course('error-503')),
  'a page that could not be refreshed': async (page, language, site) => {
    await open(page, site + language.paths.courses())
    // A page that was open before has stored the language, so that alone does not tell that this one has hydrated.
    await started(page)
    await page.route('**/api/get-courses-by-category', (route) => route.abort())
    await page.getByRole('link', { name: language.t('action.loadMore') }).click()
    await page.getByRole('alert').waitFor()
  },
  'an empty category': atAddress(({ paths }) => paths.courseCategory('empty')),
  'a search without a result': atAddress(({ paths }) => `${paths.blogs()}?q=zzzz`),
  'a search with results': atAddress(({ paths }) => `${paths.courses()}?q=python&show=14`),
  'a text in the other language only': atAddress(({ locale, paths }) =>
    paths.course(locale === 'en' ? 'arabic-only' : 'english-only'),
  ),
  'an item with nothing but its title': atAddress(({ paths }) => paths.blog('minimal')),
}
