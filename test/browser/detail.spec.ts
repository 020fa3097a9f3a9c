import { expect, failing, test } from '../site/fixtures'
import { open } from '../site/page'
import { goTo } from '../site/router-walk'
import { readContent } from '../support/shipped-content'
import { firstOf } from '../support/site-pages'

const content = await readContent()
const [first, second] = [firstOf(content.courses), firstOf(content.courses.slice(1))]

test('neighbours follow the list and call only for the item', async ({ page, language: { t, paths, titleOf } }) => {
  await open(page, paths.course(first.slug))
  const calls: [path: string, slug: string][] = []
  await page.waitForLoadState('networkidle')
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push([pathname, request.postDataJSON()?.slug])
  })
  const around = page.getByRole('list', { name: t('detail.neighbours') }).getByRole('link')
  await expect(around).toHaveAccessibleName(`${t('detail.next')} : ${titleOf(second)}`)
  for (const course of [second, first]) {
    await around.first().click()
    await expect(page.getByRole('heading', { level: 1, name: titleOf(course), exact: true })).toBeVisible()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
  }
  await expect.poll(() => calls).toEqual([second, first].map(({ slug }) => ['/api/get-course', slug]))
})

test('a printed page is dark on light with its code uncut, for any colour scheme', async ({ page, language }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(language.paths.course(first.slug))
  await page.emulateMedia({ media: 'print' })
  const words = page.locator('.detail :is(h1, p, li, dt, dd, th, td, pre):not(.detail-register *)')
  const lightest = await words.evaluateAll((elements) =>
    Math.max(
      ...elements
        .filter((element) => element.checkVisibility())
        .flatMap((element) => (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)),
    ),
  )
  expect(lightest).toBeLessThan(120)
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light')
  const code = page.locator('.prose pre').first()
  expect(await code.evaluate((pre) => pre.scrollWidth - pre.clientWidth)).toBeLessThanOrEqual(0)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a low picture, related courses, neighbours in reading order', async ({ page, language }) => {
    const { locale, t, paths } = language
    await page.goto(paths.course(second.slug))
    const picture = await page.locator('.detail img').first().boundingBox()
    expect(picture?.height).toBeGreaterThan(100)
    expect(picture?.height).toBeLessThanOrEqual(300)
    const related = page.getByRole('region', { name: t('detail.related') })
    await expect(related.getByRole('article')).toHaveCount(3)
    const more = related.getByRole('link', { name: t('action.seeMore') })
    await expect(more).toHaveAttribute('href', paths.courseCategory(second.category))
    const around = page.getByRole('list', { name: t('detail.neighbours') }).getByRole('listitem')
    const [previous, next] = await Promise.all([around.first().boundingBox(), around.last().boundingBox()])
    expect(Math.sign((next?.x ?? 0) - (previous?.x ?? 0))).toBe(locale === 'en' ? 1 : -1)
  })

  test('an event keeps its neighbours under each of its addresses', async ({ page, language: { t, paths } }) => {
    const workshop = firstOf(content.events.filter(({ event_type }) => event_type === 'free_workshop').slice(1))
    for (const pathOf of [paths.freeWorkshop, paths.event]) {
      await page.goto(pathOf(workshop.slug))
      const around = page.getByRole('list', { name: t('detail.neighbours') })
      await expect(around.locator(`a[href^="${pathOf('')}"]`)).toHaveCount(2)
    }
  })
})

test('an item without a kind leads back to a list', failing, async ({ page, language: { t, paths } }) => {
  // Removes this key, because `open` waits until hydration has written it again.
  await page.addInitScript(() => localStorage.removeItem('lang'))
  const bare = { slug: 'bare', en_title: 'Bare', ar_title: 'Bare', image: 'none.png' }
  await page.route(/\/api\/get-(?:event|next-new)$/, (route) => route.fulfill({ json: { data: bare } }))
  for (const [from, item, list] of [
    [paths.programmingCompetitions(), paths.programmingCompetition(''), paths.programmingCompetitions()],
    [paths.productNews(), paths.newsItem(''), paths.aiNews()],
    [paths.home(), paths.event(''), `${paths.home()}#events-title`],
  ] as const) {
    await open(page, from)
    await page.locator(`main a[href^="${item}"]`).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Bare' })).toBeVisible()
    await expect(page.locator('.detail-back')).toHaveAttribute('href', list)
    await expect(page.getByRole('list', { name: t('detail.neighbours') })).toHaveCount(0)
  }
  await page.locator('.detail-back').click()
  await expect(page.locator('#events-title')).toBeInViewport()
})

test('the head follows to missing and failed pages, and back', failing, async ({ page, language }) => {
  const { t, paths, institute } = language
  const head = () =>
    page.evaluate(() => ({
      title: document.title,
      robots: document.querySelector('meta[name="robots"]')?.getAttribute('content') ?? null,
      canonical: document.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? null,
    }))
  const headOfError = (title: string) => ({
    title: `${title} | ${institute.name}`,
    robots: 'noindex',
    canonical: null,
  })
  await open(page, paths.blogs())
  const before = await head()
  let status = 404
  await page.route('**/api/get-blog', (route) => route.fulfill({ status, body: '{}' }))
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
  await expect.poll(head).toEqual(headOfError(t('error.notFound.title')))
  await page.goBack()
  await expect.poll(head).toEqual(before)

  status = 500
  // The cached home data has no placeholder for this slug.
  await goTo(page, paths.blog('unknown'))
  const alert = page.getByRole('alert')
  const again = alert.getByRole('button', { name: t('action.tryAgain') })
  await expect.poll(head).toEqual(headOfError(t('error.failed.title')))
  // An automatic retry does not change the message.
  await page.waitForResponse('**/api/get-blog')
  await expect(alert).toContainText(t('error.failed.text'))
  // A hidden page makes no automatic retries, so that only "Try again" can cause a call.
  await page.evaluate(() => void Object.defineProperty(document, 'visibilityState', { value: 'hidden' }))
  await again.click()
  await expect(alert).toContainText(t('error.failed.again'))
  const { slug } = firstOf(content.blogs)
  await page.route('**/api/get-blog', (route) => route.continue({ postData: JSON.stringify({ slug }) }))
  await again.click()
  await expect.poll(head).toEqual({
    title: expect.not.stringContaining(t('error.failed.title')),
    robots: null,
    canonical: expect.stringMatching(/\/blogs\/./),
  })
})
