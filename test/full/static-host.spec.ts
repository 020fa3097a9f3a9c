import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createPaths } from '#contract/paths'
import { currentBuild } from '../../scripts/builds'
import { test as base, expect, once, perWorker } from '../site/fixtures'
import { directionOf, hold, languageOf, languages, open, visitOnce } from '../site/page'
import { startGeneratedSite } from '../site/start-site'
import { startFileServer } from '../support/file-server'
import { firstOf, sitePages } from '../support/site-pages'

const product = 'palmyra'

type Api = Awaited<ReturnType<typeof startGeneratedSite>>
type Host = Awaited<ReturnType<typeof startFileServer>>

type Fixtures = {
  /** A host that answers every path without a file with index.html. */
  host: Host
  /** A host that has a page at its root only. */
  plainHost: Host
}

const test = base.extend<Fixtures, { api: Api }>({
  api: perWorker(() => startGeneratedSite({ seed: 13, size: 24, product })),
  host: ({ api }, use, { outputDir }) => withHost(outputDir, api.address, true, use),
  plainHost: ({ api }, use, { outputDir }) => withHost(outputDir, api.address, false, use),
})

test('renders, navigates and goes back, with data and pictures of its API', async ({
  page,
  complaints,
  language: { locale, t },
  api,
  host,
}) => {
  const paths = createPaths({ locale, product })
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()))
  await open(page, host.address + paths.home())
  const heading = page.getByRole('heading', { level: 1, name: t('home.hero.heading') })
  await heading.waitFor()
  expect(await directionOf(page)).toEqual(languageOf(locale))
  await expect(page).toHaveTitle(t('head.home.title'))

  const course = firstOf(api.content.courses)
  const courses = page.getByRole('region', { name: t('list.ourCourses') })
  const link = courses.getByRole('link').first()
  await expect(link).toHaveAttribute('href', paths.course(course.slug))
  expect(await courses.locator('img').first().getAttribute('src')).toContain(`${api.address}/images/`)
  await link.click()
  await expect(page).toHaveURL(host.address + paths.course(course.slug))
  await expect(page).not.toHaveTitle(t('head.home.title'))

  const menu = page.getByRole('navigation', { name: t('nav.main') })
  await menu.getByRole('button', { name: t('nav.news'), exact: true }).click()
  await menu.getByRole('link', { name: t('nav.productNews', { product: 'Palmyra' }), exact: true }).click()
  await expect(page).toHaveURL(host.address + paths.productNews())
  await page.getByRole('article').first().waitFor()
  await page.goBack()
  await page.goBack()
  await heading.waitFor()

  const isFlip = (complaint: string) => complaint.includes('flip: ')
  expect(complaints.filter((complaint) => !isFlip(complaint))).toEqual([])
  expect(calls.filter((url) => !url.startsWith(`${api.address}/api/`))).toEqual([])
  // The template is English; an Arabic address changes it once, before anything is shown.
  expect(complaints.filter(isFlip)).toHaveLength(locale === 'ar' ? 2 : 0)
})

test('shows the skeleton of the page', async ({ page, language: { locale, t }, api, host }) => {
  const paths = createPaths({ locale, product })
  const release = await hold(page, '**/api/get-blog')
  await page.goto(host.address + paths.blog(firstOf(api.content.blogs).slug))
  await page.getByRole('status').getByText(t('status.loading')).waitFor()
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true')
  await expect(page.locator('.skeleton .picture')).toHaveCount(1)
  expect(await directionOf(page)).toEqual(languageOf(locale))
  release()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await page.getByRole('heading', { level: 1 }).waitFor()
})

test('opens and reloads at any address; unknown ones lead home', async ({ page, language, api, host }) => {
  const { locale, t } = language
  const paths = createPaths({ locale, product })
  for (const path of [paths.blog(firstOf(api.content.blogs).slug), paths.whoWeAre(), paths.contactUs()]) {
    await open(page, host.address + path)
    expect(await directionOf(page)).toEqual(languageOf(locale))
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  await expect.poll(() => page.title()).toContain(t('head.contactUs.title'))
  await page.goto(`${host.address}${paths.blogs()}/a/b`)
  await expect(page).toHaveURL(host.address + paths.home())
})

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  // The plain host is harder, as it has only the page at its root.
  test('a plain host opens every page offline after one visit', once, async ({ page, context, api, plainHost }) => {
    await visitOnce(page, `${plainHost.address}/`)
    await plainHost.stop()
    await context.setOffline(true)
    // Each page in one language; with FULL=1 in both.
    const pages = sitePages(api.content, product).filter(
      ({ status, locale }, place) => status === 200 && (process.env.FULL || place % 2 === (locale === 'en' ? 0 : 1)),
    )
    for (const { path, locale } of pages) {
      await page.goto(plainHost.address + path, { waitUntil: 'commit' })
      const heading = page.locator('main:not([aria-busy="true"]) h1')
      await heading.waitFor()
      const { t } = firstOf(languages, (each) => each.locale === locale)
      await expect(heading, path).not.toHaveText(t('error.failed.title'))
      expect(await directionOf(page)).toEqual(languageOf(locale))
    }
  })
})

/** Serves only the built client's files, configured with the API's address, while `use` runs. */
async function withHost(
  outputDir: string,
  api: string,
  hasFallback: boolean,
  use: (host: Host) => Promise<void>,
): Promise<void> {
  const folder = join(outputDir, 'host')
  await cp(join(currentBuild(), 'client'), folder, { recursive: true })
  const page = join(folder, 'index.html')
  const settings = Object.entries({ baseUrl: `${api}/`, imageBase: `${api}/images/`, product })
  const html = settings.reduce(
    (text, [name, content]) => text.replace(new RegExp(`(<meta name="${name}" content=)"[^"]*"`), `$1"${content}"`),
    await readFile(page, 'utf8'),
  )
  await writeFile(page, html)
  const host = await startFileServer(folder, hasFallback ? { fallback: { file: 'index.html', status: 200 } } : {})
  await use(host)
  await host.stop()
  await rm(folder, { recursive: true })
}
