import { otherLocale } from '#contract/locales'
import { expect, once, test } from '../site/fixtures'
import { directionOf, languageOf, open } from '../site/page'
import { walkByRouter } from '../site/router-walk'
import { readContent } from '../support/shipped-content'
import { firstOf, sitePages } from '../support/site-pages'

const content = await readContent()

test('cookies of any path are gone after the page has loaded', once, async ({ page, context, baseURL }) => {
  const course = '/courses/python-from-zero'
  const domain = new URL(String(baseURL)).hostname
  const cookies = ['/', '/courses', '/courses/', course].map((path) => ({ name: `old${path.length}`, domain, path }))
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, value: 'a=b' })))
  await open(page, course)
  expect(await context.cookies()).toEqual([])
})

test('a remembered language redirects from the English home page alone', once, async ({ page, complaints }) => {
  for (const [locale, asked] of Object.entries({ ar: '/courses', en: '/ar', xx: '/' })) {
    await open(page, '/our-mission')
    await page.evaluate((value) => localStorage.setItem('locale', value), locale)
    await page.goto(asked)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect(page).toHaveURL(asked)
  }
  expect(complaints).toEqual([])
})

for (const kind of ['denied', 'full', 'spoiled', 'without a worker'])
  test(`with storage ${kind} every page can be read`, async ({ page, context, language: { locale, t, paths } }) => {
    await page.addInitScript((failure) => {
      const refuse = () => {
        throw new DOMException('no', failure === 'full' ? 'QuotaExceededError' : 'SecurityError')
      }
      if (failure === 'denied') {
        for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
          Object.defineProperty(window, name, { get: refuse })
        Object.defineProperty(Document.prototype, 'cookie', { get: refuse, set: refuse })
      }
      if (failure === 'full') Storage.prototype.setItem = refuse
      if (failure === 'spoiled') {
        localStorage.setItem('lang', '{"courses":[')
        localStorage.setItem('lang.at', 'never')
        localStorage.setItem('locale', '{}')
      }
      if (failure !== 'full' && failure !== 'spoiled')
        Object.defineProperty(navigator, 'serviceWorker', { value: undefined })
    }, kind)
    const pages = sitePages(content).filter((each) => each.locale === locale && each.status === 200)
    // Loads two pages directly and navigates to all others.
    for (const name of ['home', 'course']) {
      await page.goto(firstOf(pages, (each) => each.name === name).path)
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    }
    const between = { path: paths.contactUs(), heading: t('contact.title') }
    const others = pages.map(({ path }) => path).filter((path) => path !== between.path)
    for (const found of await walkByRouter(page, others, between))
      expect(found).toMatchObject({ banners: 1, alerts: [], rubbish: [], ...languageOf(locale) })
    // IndexedDB stores the home data when local storage is full, and serves as the fallback for the API.
    const stored = async () => JSON.stringify(await context.storageState({ indexedDB: true }))
    if (kind === 'full') await expect.poll(stored).toMatch(/"name":"site".*"key":"lang".*courses/)
    const other = otherLocale(locale)
    await page.getByRole('banner').locator(`a[hreflang="${other}"]`).click()
    await expect.poll(() => directionOf(page)).toEqual(languageOf(other))
  })
