import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createPaths } from '#contract/paths'
import { currentBuild } from '../../scripts/builds'
import { test as base, expect, languageFlips, once, perWorker } from '../site/fixtures'
import { directionOf, languageOf, languages, open, visitOnce } from '../site/page'
import { startGeneratedSite } from '../site/start-site'
import { startFileServer } from '../support/file-server'
import { firstOf, sitePagesInTurn } from '../support/site-pages'

const product = 'palmyra'

type Api = Awaited<ReturnType<typeof startGeneratedSite>>

type Fixtures = {
  /** True for a host that answers every path without a file with index.html; another has a page at its root only. */
  hasFallback: boolean
  /** A host of the built client's files, configured with the API's address. */
  host: Awaited<ReturnType<typeof startFileServer>>
}

const test = base.extend<Fixtures, { api: Api }>({
  api: perWorker(() => startGeneratedSite({ seed: 13, size: 24, product })),
  hasFallback: [true, { option: true }],
  host: async ({ api: { address }, hasFallback }, use, { outputDir }) => {
    const folder = join(outputDir, 'host')
    await cp(join(currentBuild(), 'client'), folder, { recursive: true })
    const page = join(folder, 'index.html')
    const settings = { baseUrl: `${address}/`, imageBase: `${address}/images/`, product }
    let html = await readFile(page, 'utf8')
    for (const [name, content] of Object.entries(settings))
      html = html.replace(new RegExp(`(<meta name="${name}" content=)"[^"]*"`), `$1"${content}"`)
    await writeFile(page, html)
    const host = await startFileServer(folder, hasFallback ? { fallback: { file: 'index.html', status: 200 } } : {})
    await use(host)
    await host.stop()
    await rm(folder, { recursive: true })
  },
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

  expect(calls.filter((url) => !url.startsWith(`${api.address}/api/`))).toEqual([])
  expect(complaints.filter((each) => !languageFlips.test(each))).toEqual([])
  // The template is English; an Arabic address changes it once, before anything is shown.
  expect(complaints).toHaveLength(locale === 'ar' ? 2 : 0)
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
  test.use({ serviceWorkers: 'allow', hasFallback: false })

  test(
    'a host without fallback opens every page offline after one visit',
    once,
    async ({ page, context, api, host }) => {
      await visitOnce(page, `${host.address}/`)
      await host.stop()
      await context.setOffline(true)
      for (const { path, status, locale } of sitePagesInTurn(api.content, product)) {
        if (status !== 200) continue
        await page.goto(host.address + path, { waitUntil: 'commit' })
        const heading = page.locator('main:not([aria-busy="true"]) h1')
        await heading.waitFor()
        const { t } = firstOf(languages, (each) => each.locale === locale)
        await expect(heading, path).not.toHaveText(t('error.failed.title'))
        expect(await directionOf(page)).toEqual(languageOf(locale))
      }
    },
  )
})
