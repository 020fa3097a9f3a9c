import type { Page } from '@playwright/test'
import { violations } from '../../site/accessibility'
import { expect, test } from '../../site/fixtures'
import { directionOf, type Language, languageOf, visitOnce } from '../../site/page'
import { hurry, started } from '../../site/router-walk'
import { readContent } from '../../support/shipped-content'
import { firstOf, sitePagesInTurn } from '../../support/site-pages'
import { cachedAt, hour, isOfWorker, makeOlder, visitAgain } from './cached-pages'

test.use({ serviceWorkers: 'allow', reducedMotion: 'reduce' })

const content = await readContent()
const course = firstOf(content.courses)

const headingOf = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const noticeOf = (page: Page, { t }: Language) => page.getByRole('alert').filter({ hasText: t('error.stale') })

test('a visited page is shown at once, and the answer replaces no element', async ({ page, front, language }) => {
  const { locale, paths } = language
  const inTurn = sitePagesInTurn(content).filter((each) => each.status === 200 && each.locale === locale)
  const addresses = inTurn.map(({ path }) => path)
  await visitOnce(page, front.address + paths.home())
  expect(front.asked.filter((path) => path === paths.home())).toHaveLength(1)
  for (const path of addresses) await visitAgain(page, front.address + path)
  for (const path of addresses) {
    const release = front.hold()
    await page.goto(front.address + path, { waitUntil: 'commit' })
    await page.locator('main h1').waitFor()
    expect(await directionOf(page)).toEqual(languageOf(locale))
    await started(page)
    await page.locator('#root *').evaluateAll((all) => {
      for (const element of all) element.setAttribute('data-before', '')
    })
    release()
    await page.waitForLoadState('networkidle')
    await expect(page.locator('#root :not([data-before])'), path).toHaveCount(0)
  }
})

test('content changed since the visit is updated in place, without a notice', async ({ page, front, language }) => {
  const { paths, titleOf } = language
  const title = titleOf(course)
  const address = front.address + paths.course(course.slug)
  await visitOnce(page, address)
  front.rewrite = (text) => text.replaceAll(title, 'Renamed')
  const release = front.hold()
  await page.goto(address, { waitUntil: 'commit' })
  await headingOf(page, title).waitFor()
  await started(page)
  await page.evaluate(() => {
    const said: string[] = []
    Object.assign(window, { said })
    const look = () => {
      for (const each of document.querySelectorAll('[role="alert"], [role="status"]')) said.push(each.textContent ?? '')
      requestAnimationFrame(look)
    }
    look()
  })
  release()
  await headingOf(page, 'Renamed').waitFor()
  expect(await page.evaluate(() => Reflect.get(window, 'said').filter(Boolean))).toEqual([])
})

test('an item deleted since the visit shows the not-found page', async ({ page, front, language }) => {
  const address = front.address + language.paths.course(course.slug)
  await visitOnce(page, address)
  front.instead = (path) => (/get-course$|\/courses\//.test(path) ? { status: 404 } : undefined)
  await page.goto(address)
  await headingOf(page, language.t('error.notFound.title')).waitFor()
  await expect(noticeOf(page, language)).toHaveCount(0)
  expect(await cachedAt(page, address)).toBeUndefined()
})

for (const failure of ['gone', 'slow'])
  test(`a cached page shows its age while the API is ${failure}, until it answers`, async ({
    page,
    front,
    language,
  }) => {
    const { locale, t, paths } = language
    const { site } = front
    const notice = noticeOf(page, language)
    await hurry(page)
    await visitOnce(page, front.address + paths.home())
    for (const path of [paths.home(), paths.course(course.slug)]) {
      await visitAgain(page, front.address + path)
      await makeOlder(page, front.address + path, 3 * hour)
      // Waits for the pictures too, because the worker caches only loaded ones.
      await page.waitForLoadState('networkidle')
      front.asked.length = 0
      const release = failure === 'slow' ? front.hold('/api/') : undefined
      if (!release) front.site = undefined
      await page.goto(front.address + path)
      const age = locale === 'en' ? '3 hours ago' : 'قبل 3 ساعات'
      await notice.getByText(t('error.staleAge', { age })).waitFor()
      await page.getByRole('button', { name: t('action.tryAgain') }).waitFor()
      expect(await violations(page)).toEqual([])
      await page.evaluate(() => Object.assign(window, { isSamePage: true }))
      // A slow call is not repeated.
      const calls = front.asked.filter((asked) => asked.startsWith('/api/'))
      if (release) expect(calls).toEqual([...new Set(calls)])
      front.site = site
      release?.()
      await expect(notice).toHaveCount(0)
      expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
    }
  })

test('a reload gets the page from the server', async ({ page, front, language: { paths } }) => {
  const address = front.address + paths.course(course.slug)
  await visitOnce(page, address)
  await page.goto(address)
  expect(await isOfWorker(page)).toBe(true)
  await page.reload()
  expect(await isOfWorker(page)).toBe(false)
})
