import { otherLocale } from '#contract/locales'
import { expect, test } from '../site/fixtures'
import { directionOf, languageLink, languageOf } from '../site/page'
import { readContent } from '../support/shipped-content'
import { firstOf } from '../support/site-pages'

const { courses, courses_categories } = await readContent()

test.use({ javaScriptEnabled: false })

// `pages.spec.ts` tests that each page has its text and menus, and test/server/pages tests where their links lead.
test('the web font, load more, the language switch and the search work without script', async ({ page, language }) => {
  const { locale, t, paths } = language
  const category = firstOf(courses_categories).slug
  const articles = page.getByRole('article')
  const webFont = page.waitForEvent('requestfinished', (request) => request.url().endsWith('.woff2'))
  await page.goto(paths.blogs())
  await webFont
  await expect(articles).toHaveCount(7)
  await page.getByRole('link', { name: t('action.loadMore') }).click()
  await expect(articles).toHaveCount(14)

  const other = otherLocale(locale)
  await languageLink(page, other).click()
  await expect.poll(() => directionOf(page)).toEqual(languageOf(other))
  await expect(articles).toHaveCount(14)

  await page.goto(paths.courseCategory(category))
  const count = await articles.count()
  const field = page.getByRole('searchbox', { name: t('list.findInterest') })
  await field.fill('zzz')
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: t('list.noResultsTitle') })).toBeVisible()
  await expect(page).toHaveURL(`${paths.courseCategory(category)}?q=zzz`)
  const wider = page.getByRole('link', { name: t('list.searchAllCourses') })
  await expect(wider).toHaveAttribute('href', `${paths.courses()}?q=zzz`)
  await page.getByRole('link', { name: t('list.clearSearch') }).click()
  await expect(articles).toHaveCount(count)
})

test('the contact page leads to WhatsApp first, phones, mail, a map, networks and a form', async ({
  page,
  language: { t, paths, institute },
}) => {
  await page.goto(paths.contactUs())
  const main = page.getByRole('main')
  const links = main.getByRole('link')
  await expect(links.first()).toHaveAttribute('href', String(institute.whatsapp))
  for (const { number, purpose } of institute.phones)
    await expect(main.getByRole('link', { name: `${number} ${purpose?.text}` })).toBeVisible()
  const map = main.getByRole('link', { name: t('contact.map') })
  await expect(map).toHaveAttribute('href', String(institute.map))
  await expect(map.locator('svg')).toBeVisible()
  const protocols = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).protocol))
  expect(protocols.join(' ')).toMatch(/^https: tel: tel: mailto: (https?: ){3}https?:$/)
})

test('links to share name page and title, and load nothing', async ({ page, baseURL, language }) => {
  const { t, paths, titleOf } = language
  const course = firstOf(courses)
  const foreign: string[] = []
  page.on('request', (request) => !request.url().startsWith(`${baseURL}/`) && foreign.push(request.url()))
  await page.goto(paths.course(course.slug))
  const share = page.getByRole('region', { name: t('share.title') })
  const shared = await page.locator('link[rel="canonical"]').getAttribute('href')
  const links = share.getByRole('link')
  const queries = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).search))
  expect(queries.map((query) => Object.fromEntries(new URLSearchParams(query)))).toEqual([
    { text: `${titleOf(course)}\n${shared}` },
    { url: shared, text: titleOf(course) },
    { u: shared },
  ])
  await expect(share.getByRole('button')).toHaveCount(0)
  expect(foreign).toEqual([])
})

test('lists are filtered without script, and a tag leads to the courses that have it', async ({ page, language }) => {
  const { locale, t, paths } = language
  const articles = page.getByRole('article')
  await page.goto(`${paths.courses()}?q=python`)
  const count = await articles.count()
  await page.getByLabel(t('list.by')).selectOption('length')
  await page.getByRole('button', { name: t('list.applyFilters') }).click()
  const asked = () => Object.fromEntries(new URL(page.url()).searchParams)
  expect(asked()).toEqual({ when: '', by: 'length', q: 'python' })
  await expect(articles).toHaveCount(count)
  await expect(page.getByLabel(t('list.by'))).toHaveValue('length')

  const other = otherLocale(locale)
  await languageLink(page, other).click()
  await expect.poll(() => directionOf(page)).toEqual(languageOf(other))
  expect(asked()).toEqual({ by: 'length', q: 'python' })
  await page.goBack()
  await page.getByRole('link', { name: t('list.clearFilters') }).click()
  expect(asked()).toEqual({ q: 'python' })

  const { slug, tags } = firstOf(courses, (course) => course.tags.length > 1)
  const tag = firstOf(tags)
  await page.goto(paths.course(slug))
  await page
    .getByRole('list', { name: t('list.tags') })
    .getByRole('link')
    .first()
    .click()
  expect(asked()).toEqual({ tag })
  const tagged = courses.filter((course) => course.tags.includes(tag)).length
  await expect(page.getByRole('status').filter({ hasText: t('list.results', { count: tagged }) })).toHaveCount(1)
})
