import { expect, failing, test } from '../site/fixtures'
import { open, triesNothingItself, watchShifts } from '../site/page'
import { readContent } from '../support/shipped-content'
import { firstOf } from '../support/site-pages'
import { goTo } from './router-walk'

const content = await readContent()
const [first, second] = [firstOf(content.courses), firstOf(content.courses.slice(1))]

test('neighbours follow the list and call only for the item', async ({ page, language: { t, paths, titleOf } }) => {
  const shift = await watchShifts(page)
  await open(page, paths.course(first.slug))
  await test.step('the picture is at most 300 px high, and nothing moves', async () => {
    await page.waitForLoadState('networkidle')
    const box = await page.locator('.detail img').first().boundingBox()
    expect(box?.height).toBeGreaterThan(100)
    expect(box?.height).toBeLessThanOrEqual(300)
    expect(await shift()).toBeLessThanOrEqual(0.01)
  })
  const calls: [path: string, slug: string][] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push([pathname, request.postDataJSON()?.slug])
  })
  const around = page.getByRole('list', { name: t('detail.neighbours') }).getByRole('link')
  await expect(around).toHaveAccessibleName(`${t('detail.next')} : ${titleOf(second)}`)
  await around.click()
  await expect(page.getByRole('heading', { level: 1, name: titleOf(second), exact: true })).toBeVisible()
  await expect(around).toHaveCount(2)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await around.first().click()
  await expect(page.getByRole('heading', { level: 1, name: titleOf(first), exact: true })).toBeVisible()
  const visits = [second, first].map(({ slug }) => ['/api/get-course', slug])
  await expect.poll(() => calls).toEqual(visits)
})

test('a printed page is dark on light with its code uncut, for any colour scheme', async ({ page, language }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(language.paths.course(first.slug))
  await page.emulateMedia({ media: 'print' })
  const lightest = await page.locator('.detail').evaluate((detail) =>
    Math.max(
      ...Array.from(detail.querySelectorAll('h1, p, li, dt, dd, th, td, pre'), (element) => {
        const { color, display } = getComputedStyle(element)
        return display === 'none' || element.closest('.detail-register')
          ? 0
          : Math.max(...(color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number))
      }),
    ),
  )
  expect(lightest).toBeLessThan(120)
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light')
  const code = page.locator('.prose pre').first()
  expect(await code.evaluate((pre) => pre.scrollWidth - pre.clientWidth)).toBeLessThanOrEqual(0)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('related courses, neighbours in reading order, aligned titles', async ({
    page,
    language: { locale, t, paths },
  }) => {
    await page.goto(paths.course(second.slug))
    const related = page.getByRole('region', { name: t('detail.related') })
    await expect(related.getByRole('article')).toHaveCount(3)
    const more = related.getByRole('link', { name: t('action.seeMore') })
    await expect(more).toHaveAttribute('href', paths.courseCategory(second.category))
    const around = page.getByRole('list', { name: t('detail.neighbours') }).getByRole('listitem')
    const [previous, next] = await Promise.all([around.first().boundingBox(), around.last().boundingBox()])
    expect(Math.sign((next?.x ?? 0) - (previous?.x ?? 0))).toBe(locale === 'en' ? 1 : -1)

    const gaps = await page.locator('.neighbour').evaluateAll((cards) =>
      cards.flatMap((card, index) =>
        ['ltr', 'rtl'].map((dir) => {
          const title = card.querySelector('bdi') as HTMLElement
          const role = card.querySelector('.neighbour-role') as Element
          title.dir = dir
          title.textContent = 'A'
          const [text, word] = [title.getBoundingClientRect(), role.getBoundingClientRect()]
          const isAtLeft = (document.documentElement.dir === 'ltr') === (index === 0)
          return Math.round(isAtLeft ? text.left - word.left : text.right - word.right)
        }),
      ),
    )
    expect(gaps).toEqual([0, 0, 0, 0])
  })

  test('an event keeps its neighbours under each of its addresses', async ({ page, language: { t, paths } }) => {
    const workshop = firstOf(content.events.filter(({ event_type }) => event_type === 'free_workshop').slice(1))
    for (const pathOf of [paths.freeWorkshop, paths.event]) {
      await page.goto(pathOf(workshop.slug))
      const around = page.getByRole('list', { name: t('detail.neighbours') }).getByRole('link')
      const hrefs = await around.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
      expect(hrefs).toHaveLength(2)
      for (const href of hrefs) expect(href.startsWith(pathOf(''))).toBe(true)
    }
  })
})

test('an item without a kind leads back to a list', failing, async ({ page, language: { locale, t, paths } }) => {
  // Each hydration writes this key again, which `open` waits for.
  await page.addInitScript(() => localStorage.removeItem('lang'))
  await page.addInitScript(() => {
    Element.prototype.scrollIntoView = function (this: Element, options) {
      Object.assign(window, { scrolled: [this.id, options] })
    }
  })
  const bare = { slug: 'bare', en_title: 'Bare', ar_title: 'عارٍ', image: 'none.png' }
  await page.route(/\/api\/get-(?:event|next-new)$/, (route) => route.fulfill({ json: { data: bare } }))
  const rows: [from: string, item: string, list: string][] = [
    [paths.freeWorkshops(), paths.freeWorkshop(''), paths.freeWorkshops()],
    [paths.programmingCompetitions(), paths.programmingCompetition(''), paths.programmingCompetitions()],
    [paths.productNews(), paths.newsItem(''), paths.aiNews()],
    [paths.home(), paths.event(''), `${paths.home()}#events-title`],
  ]
  for (const [from, item, list] of rows) {
    await open(page, from)
    await page.locator(`main a[href^="${item}"]`).first().click()
    await expect(page.getByRole('heading', { level: 1, name: locale === 'en' ? 'Bare' : 'عارٍ' })).toBeVisible()
    await expect(page.locator('.detail-back')).toHaveAttribute('href', list)
    await expect(page.getByRole('list', { name: t('detail.neighbours') })).toHaveCount(0)
  }
  await page.locator('.detail-back').click()
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'scrolled')))
    .toEqual(['events-title', { behavior: 'smooth' }])
})

test('the head follows to missing and failed pages, and back', failing, async ({ page, language: { t, paths } }) => {
  const head = () =>
    page.evaluate(() => ({
      title: document.title,
      robots: document.querySelector('meta[name="robots"]')?.getAttribute('content') ?? null,
      canonical: document.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? null,
    }))
  const institute = t('institute.name')
  await open(page, paths.blogs())
  const before = await head()
  const post = page.getByRole('article').first().getByRole('heading').getByRole('link')

  await page.route('**/api/get-blog', (route) => route.fulfill({ status: 404, body: '{}' }))
  await post.click()
  await expect(page.getByRole('heading', { level: 1, name: t('error.notFound.title') })).toBeVisible()
  const missing = { title: `${t('error.notFound.title')} | ${institute}`, robots: 'noindex', canonical: null }
  await expect.poll(head).toEqual(missing)
  await page.goBack()
  await expect.poll(head).toEqual(before)

  await page.unroute('**/api/get-blog')
  await page.route('**/api/get-blog', (route) => route.fulfill({ status: 500, body: '{}' }))
  // The cached home data has no placeholder for this slug.
  await goTo(page, paths.blog('unknown'))
  const alert = page.getByRole('alert')
  const again = alert.getByRole('button', { name: t('action.tryAgain') })
  await expect(alert).toBeVisible()
  await expect.poll(head).toEqual({ ...missing, title: `${t('error.failed.title')} | ${institute}` })
  // An automatic retry does not change the message.
  await page.waitForResponse('**/api/get-blog')
  await expect(alert).toContainText(t('error.failed.text'))
  await triesNothingItself(page)
  await again.click()
  await expect(alert).toContainText(t('error.failed.again'))
  await page.unroute('**/api/get-blog')
  const slug = content.blogs[0]?.slug
  await page.route('**/api/get-blog', (route) => route.continue({ postData: JSON.stringify({ slug }) }))
  await again.click()
  await expect.poll(async () => (await head()).robots).toBe(null)
  await expect.poll(async () => (await head()).canonical).toMatch(/\/blogs\/./)
  expect((await head()).title).not.toContain(t('error.failed.title'))
})
