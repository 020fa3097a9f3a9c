import type { Locator } from '@playwright/test'
import { expect, failing, test } from '../site/fixtures'
import { open, openToPrint } from '../site/page'
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

// A course without a date can be registered for on any day.
const openCourse = firstOf(content.courses, ({ registration_link, date, count }) => registration_link && !date && count)

for (const size of [
  { width: 1024, height: 768 },
  { width: 1280, height: 720 },
])
  test(`at ${size.width} px facts and registration stay beside a text of one edge`, async ({ page, language }) => {
    const { t, paths } = language
    await page.setViewportSize(size)
    await open(page, paths.course(openCourse.slug))
    const main = page.getByRole('main')
    const text = await boxOf(main.locator('.prose'))
    for (const part of [main.getByRole('heading', { level: 1 }), main.locator('.picture'), main.locator('.neighbours')])
      expect((await boxOf(part)).textStart).toBeCloseTo(text.start, 0)
    expect(text.width).toBeGreaterThanOrEqual(38 * 16)
    expect(text.width).toBeLessThanOrEqual(42 * 16)

    const facts = main.getByText(t('detail.hours', { count: openCourse.count }))
    const register = main.getByRole('link', { name: t('action.register') })
    const share = main.getByRole('link', { name: t('contact.whatsapp') })
    for (const top of [0, text.height / 2, text.bottom - size.height / 2]) {
      await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top)
      for (const part of [facts, register, share]) {
        await expect(part).toBeInViewport({ ratio: 1 })
        expect((await boxOf(part)).start).toBeGreaterThan(text.end + 16)
      }
    }

    // In a low window the card would take more than a quarter.
    await page.setViewportSize({ width: size.width, height: 560 })
    await expect(register).not.toBeInViewport()
  })

test('a phone begins with title and facts, and keeps the registration in view until the end of the text', async ({
  page,
  language: { t, paths },
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await open(page, paths.course(openCourse.slug))
  const main = page.getByRole('main')
  const [title, facts, picture] = await Promise.all(
    [main.getByRole('heading', { level: 1 }), main.locator('.facts'), main.locator('.picture')].map(boxOf),
  )
  expect(facts?.top).toBeGreaterThanOrEqual(title?.bottom ?? 0)
  expect(picture?.top).toBeGreaterThanOrEqual(facts?.bottom ?? 0)
  expect(picture?.top).toBeLessThan(640)
  expect(picture?.height).toBeGreaterThan(100)
  expect(picture?.height).toBeLessThanOrEqual(160)

  const register = main.getByRole('link', { name: t('action.register') })
  const end = main.locator('.prose > :last-child')
  await expect(register).toBeInViewport({ ratio: 1 })
  await end.evaluate((element) => element.scrollIntoView({ block: 'end', behavior: 'instant' }))
  await expect(register).toBeInViewport({ ratio: 1 })
  // It covers neither the end of the text nor what follows.
  await main.locator('.neighbours').evaluate((element) => element.scrollIntoView({ block: 'end', behavior: 'instant' }))
  const [last, bar, neighbours] = await Promise.all([end, register, main.locator('.neighbours')].map(boxOf))
  expect(bar?.top).toBeGreaterThan(last?.bottom ?? 0)
  expect(bar?.bottom).toBeLessThan(neighbours?.top ?? 0)
})

/** The box of an element. `start` and `end` are its distances from the side of the page at which lines start, `textStart` without padding. */
function boxOf(locator: Locator) {
  return locator.first().evaluate((element) => {
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect()
    const { direction, paddingInlineStart } = getComputedStyle(element)
    const across = document.documentElement.clientWidth
    const [start, end] = direction === 'rtl' ? [across - right, across - left] : [left, right]
    return { start, end, textStart: start + Number.parseFloat(paddingInlineStart), top, bottom, width, height }
  })
}

test('a wide formula within a text scrolls, not the page', async ({ page, language }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto(language.paths.course(first.slug))
  const formula = `<math><mrow>${'<mi>x</mi><mo>+</mo>'.repeat(60)}</mrow></math>`
  await page.locator('.prose').evaluate((prose, html) => {
    prose.innerHTML = html
  }, `<p>a ${formula}</p><ul><li>${formula}</li></ul>`)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('a printed page is dark on light with its code uncut, for any colour scheme', async ({ page, language }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await openToPrint(page, language.paths.course(first.slug))
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

  test('a course names its teacher, an event its organiser, a post its author', async ({ page, language }) => {
    const { locale, t, paths } = language
    const event = firstOf(content.events, (each) => each.ar_author && each.en_author)
    const post = firstOf(content.blogs)
    for (const [path, role, name] of [
      [paths.course(first.slug), 'teacher', first[`${locale}_teacher`]],
      [paths.event(event.slug), 'organiser', event[`${locale}_author`]],
      [paths.blog(post.slug), 'author', post[`${locale}_author`]],
    ] as const) {
      await page.goto(path)
      await expect(
        page
          .locator('.fact')
          .filter({ hasText: t(`detail.${role}`) })
          .locator('dd'),
      ).toHaveText(name ?? '')
    }
  })

  test('a course without a date can be asked about beside its registration', async ({ page, language }) => {
    const { t, paths, titleOf, institute } = language
    await page.goto(paths.course(openCourse.slug))
    await expect(page.getByRole('link', { name: t('action.register') })).toBeVisible()
    const ask = page.getByRole('link', { name: t('next.askDate') })
    const href = new URL((await ask.getAttribute('href')) ?? '')
    expect(href.origin + href.pathname).toBe(institute.whatsapp)
    expect(href.searchParams.get('text')).toContain(titleOf(openCourse))
  })

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

  test('posts, events and news have related items of their list', async ({ page, language: { t, paths } }) => {
    for (const [kind, item, list] of [
      ['blog', firstOf(content.blogs), paths.blogs()],
      ['newsItem', firstOf(content.news, ({ ugarit_news }) => ugarit_news), paths.productNews()],
      [
        'freeWorkshop',
        firstOf(content.events, ({ event_type }) => event_type === 'free_workshop'),
        paths.freeWorkshops(),
      ],
    ] as const) {
      await page.goto(paths[kind](item.slug))
      const related = page.getByRole('region', { name: t('detail.alsoHere') })
      await expect(related.getByRole('article')).toHaveCount(3)
      await expect(related.locator(`.card-link[href^="${paths[kind]('')}"]`)).toHaveCount(3)
      await expect(related.locator('.section-link')).toHaveAttribute('href', list)
    }
  })

  test('a course leads to its category', async ({ page, language: { paths, nameOf } }) => {
    const category = firstOf(content.courses_categories, ({ slug }) => slug === first.category)
    await page.goto(paths.course(first.slug))
    const link = page.locator('.detail').getByRole('link', { name: nameOf(category), exact: true })
    await expect(link).toHaveAttribute('href', paths.courseCategory(first.category))
  })

  test('a missing address leads to what was looked for', failing, async ({ page, language }) => {
    const { t, paths, titleOf } = language
    await page.goto(paths.course('python-from-zro'))
    const search = page.getByRole('search')
    await expect(search.getByRole('searchbox', { name: t('list.findInterest') })).toHaveValue('python from zro')
    await search.getByRole('button', { name: t('action.search') }).click()
    await expect(page).toHaveURL(`${paths.courses()}?q=python+from+zro`)
    await expect(page.getByRole('article').getByRole('heading').first()).toHaveText(titleOf(first))

    await page.goto(paths.newsItem('robots'))
    await search.getByRole('button', { name: t('nav.aiNews') }).click()
    await expect(page).toHaveURL(`${paths.aiNews()}?q=robots`)
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
