import type { Page } from '@playwright/test'
import { operations } from '#contract/operations'
import { violations } from '../../browser/accessibility'
import { hurry, started } from '../../browser/router-walk'
import { expect, test } from '../../site/fixtures'
import { directionOf, drawn, type Language, languageOf, visitOnce } from '../../site/page'
import { readContent } from '../../support/shipped-content'
import { firstOf, sitePagesInTurn } from '../../support/site-pages'
import { hour, isOfWorker, keptTime, makeOlder, visitAgain } from './kept-pages'

test.use({ serviceWorkers: 'allow', reducedMotion: 'reduce' })

const content = await readContent()
const course = firstOf(content.courses)

const headingOf = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const noticeOf = (page: Page, { t }: Language) => page.getByRole('alert').filter({ hasText: t('error.kept') })
/** Shows a new title of the course in all that the site sends. */
const renamed = (title: string) => (text: string) => text.replaceAll(title, 'Renamed')

test('a visited page is shown before the server answers, and does not change when it does', async ({
  page,
  front,
  language: { locale, paths },
}) => {
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
    await page.locator('#root').evaluate((root) => {
      const changes: string[] = []
      Object.assign(window, { changes })
      // On a busy machine the notice of a late answer may come and go meanwhile.
      const isNotice = (node: Node) => node instanceof Element && node.matches('.stale-notice')
      new MutationObserver((all) => {
        for (const { type, target, addedNodes, removedNodes } of all) {
          const nodes = [...addedNodes, ...removedNodes]
          if (nodes.length > 0 && nodes.every(isNotice)) continue
          changes.push(`${type} ${target.nodeName} ${target.parentElement?.className}`)
        }
      }).observe(root, {
        ...{ subtree: true, childList: true, characterData: true },
        attributeFilter: ['aria-busy', 'class'],
      })
    })
    release()
    await page.waitForLoadState('networkidle')
    expect([path, await page.evaluate(() => Reflect.get(window, 'changes'))]).toEqual([path, []])
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
})

test('content changed since the visit is updated in place, without a notice', async ({
  page,
  front,
  language: { paths, titleOf },
}) => {
  const title = titleOf(course)
  const address = front.address + paths.course(course.slug)
  await visitOnce(page, address)
  front.rewrite = renamed(title)
  const release = front.hold()
  await page.goto(address, { waitUntil: 'commit' })
  await headingOf(page, title).waitFor()
  await started(page)
  const link = page.getByRole('banner').getByRole('link').first()
  await link.focus()
  await page.evaluate(() => {
    const said: string[] = []
    Object.assign(window, { said })
    const look = () => {
      for (const each of document.querySelectorAll('[role="alert"], [role="status"]')) said.push(each.textContent ?? '')
      requestAnimationFrame(look)
    }
    look()
    scrollTo(0, 40)
  })
  release()
  await headingOf(page, 'Renamed').waitFor()
  await expect(page).toHaveTitle(/Renamed/)
  expect(await page.evaluate(() => Reflect.get(window, 'said').filter(Boolean))).toEqual([])
  expect(await page.evaluate(() => scrollY)).toBe(40)
  await expect(link).toBeFocused()

  // The next visit shows the new content from the start.
  const keptText = () => page.evaluate(async (url) => (await caches.match(url, { ignoreVary: true }))?.text(), address)
  await expect.poll(keptText).toContain('Renamed')
  const again = front.hold()
  await page.goto(address, { waitUntil: 'commit' })
  await headingOf(page, 'Renamed').waitFor()
  again()
})

test('an item deleted since the visit shows the not-found page', async ({ page, front, language }) => {
  const address = front.address + language.paths.course(course.slug)
  await visitOnce(page, address)
  front.instead = (path) => (/get-course$|\/courses\//.test(path) ? { status: 404 } : undefined)
  await page.goto(address)
  await headingOf(page, language.t('error.notFound.title')).waitFor()
  await expect(noticeOf(page, language)).toHaveCount(0)
  expect(await keptTime(page, address)).toBeUndefined()
})

test('without a server a cached page shows its age, until the server is back', async ({ page, front, language }) => {
  const { locale, t, paths } = language
  const { site } = front
  const notice = noticeOf(page, language)
  await visitOnce(page, front.address + paths.home())
  for (const path of [paths.home(), paths.course(course.slug), paths.blogs()]) {
    await visitAgain(page, front.address + path)
    await makeOlder(page, front.address + path, 3 * hour)
    // Waits for the pictures too, because the worker caches only loaded ones.
    await page.waitForLoadState('networkidle')
    front.site = undefined
    await page.goto(front.address + path)
    const age = locale === 'en' ? '3 hours ago' : 'قبل 3 ساعات'
    await notice.getByText(t('error.keptAge', { age })).waitFor()
    await page.getByRole('button', { name: t('action.tryAgain') }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    front.site = site
    await expect(notice).toHaveCount(0)
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  }
})

test('with a slow API a cached page shows its age, until the answer arrives', async ({ page, front, language }) => {
  const { paths } = language
  const notice = noticeOf(page, language)
  await visitOnce(page, front.address + paths.course(course.slug))
  await visitAgain(page, front.address + paths.home())
  // Until this page has asked for the home data, too: that call is not counted below.
  await page.waitForLoadState('networkidle')
  await hurry(page)
  // Delays first the home data, then the page's own call, beyond the point where the notice appears.
  for (const [path, slow] of [
    [paths.home(), operations.homeData.path],
    [paths.course(course.slug), operations.course.path],
  ] as const) {
    const release = front.hold(slow)
    front.asked.length = 0
    await page.goto(front.address + path)
    await notice.waitFor()
    // Waits twenty frames, in which a faulty page would repeat the call.
    for (let count = 0; count < 10; count++) await drawn(page)
    release()
    await expect(notice).toHaveCount(0)
    expect(front.asked.filter((asked) => asked === slow)).toHaveLength(1)
  }
})

test('a reload gets the page from the server', async ({ page, front, language: { paths, titleOf } }) => {
  const address = front.address + paths.course(course.slug)
  await visitOnce(page, address)
  await page.goto(address)
  expect(await isOfWorker(page)).toBe(true)
  await page.reload()
  expect(await isOfWorker(page)).toBe(false)
  front.rewrite = renamed(titleOf(course))
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('h1')).toHaveText('Renamed')
})
