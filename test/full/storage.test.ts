import { describe, expect, inject, test } from 'vitest'
import { walkByRouter } from '../browser/router-walk'
import { directionOf, eventually, languageOf, languages, sharedBrowser, takenOver, withoutFlips } from '../site/visit'
import { readContent } from '../support/shipped-content'
import { firstOf, sitePages } from '../support/site-pages'

const open = sharedBrowser()
const content = await readContent()

describe.each(languages)('in $locale', ({ locale, t, paths }) => {
  test('cookies of any path are gone after the page has loaded', async () => {
    const { page } = await open()
    const site = inject('site')
    const course = paths.course('python-from-zero')
    for (const path of ['/', paths.courses(), `${paths.courses()}/`, course])
      await page.context().addCookies([{ name: `old${path.length}`, value: '1', domain: new URL(site).hostname, path }])
    await page.context().addCookies([{ name: 'plain', value: 'a=b', url: site }])
    await page.goto(site + course)
    await takenOver(page)
    expect(await page.context().cookies()).toEqual([])
  })

  test('the home data is fetched once and stored under "lang"', async () => {
    const { page } = await open()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(inject('site') + paths.blogs())
    await takenOver(page)
    const menu = page.getByRole('navigation', { name: t('nav.main') })
    for (const [link, title] of [
      ['nav.whoWeAre', 'about.whoWeAre'],
      ['nav.contactUs', 'contact.title'],
      ['nav.ourMission', 'mission.title'],
      ['nav.home', 'home.hero.heading'],
    ] as const) {
      await menu.getByRole('link', { name: t(link), exact: true }).click()
      await page.getByRole('heading', { level: 1, name: t(title) }).waitFor()
    }
    expect(asked.filter((path) => path === '/api/get-data')).toHaveLength(1)
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('lang') ?? 'null'))
    const answer = await (await fetch(`${inject('site')}/api/get-data`)).json()
    expect(kept).toEqual(answer.data[0])
  })

  test.each(['goals missing', 'no answer'])('the contact page fetches the home data again after %s', async (fault) => {
    const { page } = await open()
    let asked = 0
    await page.route('**/api/get-data', async (route) => {
      asked++
      if (asked > 1) return route.continue()
      if (fault === 'no answer') return route.abort()
      const response = await route.fetch()
      const { data } = await response.json()
      return route.fulfill({ response, json: { data: [{ ...data[0], goals: undefined }] } })
    })
    await page.goto(inject('site') + paths.courses())
    await eventually(() => asked).toBe(1)
    // A call while the first is in flight would only join it.
    if (fault === 'goals missing')
      await eventually(() => page.evaluate(() => localStorage.getItem('lang'))).not.toBeNull()
    await page
      .getByRole('navigation', { name: t('nav.main') })
      .getByRole('link', { name: t('nav.contactUs'), exact: true })
      .click()
    await page.getByRole('heading', { level: 1, name: t('contact.title') }).waitFor()
    await eventually(() => asked).toBe(2)
    await eventually(() =>
      page.evaluate(() => JSON.parse(localStorage.getItem('lang') ?? '{}').goals !== undefined),
    ).toBe(true)
  })

  test('the chosen language is remembered', async () => {
    const { page } = await open()
    await page.goto(inject('site') + paths.courses())
    await takenOver(page)
    await page.getByRole('banner').locator(`a[hreflang="${locale}"]`).click()
    expect(await page.evaluate(() => localStorage.getItem('locale'))).toBe(locale)
  })
})

test.each([
  ['ar', '/?from=mail#contact-prompt', '/ar?from=mail#contact-prompt'],
  ['ar', '/courses', '/courses'],
  ['en', '/ar', '/ar'],
  ['en', '/', '/'],
  ['xx', '/', '/'],
])('with "%s" remembered, %s opens %s', async (locale, asked, opened) => {
  const { page, complaints } = await open()
  await page.goto(`${inject('site')}/our-mission`)
  await takenOver(page)
  await page.evaluate((value) => localStorage.setItem('locale', value), locale)
  await page.goto(inject('site') + asked)
  await eventually(() => page.url()).toBe(inject('site') + opened)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(complaints).toEqual([])
})

describe.each(languages)('in $locale', ({ locale, t, paths }) => {
  const all = sitePages(content).filter((each) => each.locale === locale && each.status === 200)

  test.each(['denied', 'full', 'spoiled', 'without a worker'])(
    'with storage %s every page can be read',
    async (kind) => {
      const { page, complaints } = await open()
      await page.addInitScript((fault) => {
        const refuse = () => {
          throw new DOMException('no', fault === 'full' ? 'QuotaExceededError' : 'SecurityError')
        }
        if (fault === 'denied') {
          for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
            Object.defineProperty(window, name, { get: refuse })
          Object.defineProperty(Document.prototype, 'cookie', { get: refuse, set: refuse })
        }
        if (fault === 'full') Storage.prototype.setItem = refuse
        if (fault === 'spoiled') {
          localStorage.setItem('lang', '{"courses":[')
          localStorage.setItem('lang.at', 'never')
          localStorage.setItem('locale', '{}')
        }
        if (fault !== 'full' && fault !== 'spoiled')
          Object.defineProperty(navigator, 'serviceWorker', { value: undefined })
      }, kind)
      // Loads two pages directly and navigates to all others.
      for (const name of ['home', 'course']) {
        await page.goto(inject('site') + firstOf(all, (each) => each.name === name).path)
        await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
      }
      const between = { path: paths.contactUs(), heading: t('contact.title') }
      const others = all.map(({ path }) => path).filter((path) => path !== between.path)
      for (const found of await walkByRouter(page, others, between))
        expect(found).toMatchObject({ banners: 1, alerts: [], rubbish: [], ...languageOf(locale) })
      // IndexedDB stores the home data when local storage is full, and serves as the fallback for the API.
      if (kind === 'full') await eventually(() => page.evaluate(keptInDatabase)).toBe(true)
      expect(complaints).toEqual([])
      const other = locale === 'en' ? 'ar' : 'en'
      await page.getByRole('banner').locator(`a[hreflang="${other}"]`).click()
      await eventually(() => directionOf(page)).toEqual(languageOf(other))
      expect(withoutFlips(complaints)).toEqual([])
    },
  )
})

/** True if IndexedDB has the home data under the spec's key. */
async function keptInDatabase(): Promise<boolean> {
  const settled = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  if (!(await indexedDB.databases()).some(({ name }) => name === 'site')) return false
  const database = await settled(indexedDB.open('site'))
  const text: unknown = await settled(database.transaction('texts').objectStore('texts').get('lang'))
  database.close()
  return typeof text === 'string' && 'courses' in JSON.parse(text)
}
