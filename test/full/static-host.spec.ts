import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { createPaths } from '#contract/paths'
import { currentBuild } from '../../scripts/builds'
import { test as base, expect, once } from '../site/fixtures'
import { directionOf, hold, languageOf, languages, open, savesData, visitOnce } from '../site/page'
import { startGeneratedSite } from '../site/start-site'
import { firstOf, sitePages } from '../support/site-pages'

/* A journey in test/engines states that the built client works on a plain file server. */

const product = 'palmyra'

type Api = Awaited<ReturnType<typeof startGeneratedSite>>
type Host = {
  address: string
  /** The folder of its files. */
  folder: string
  /** The path of each request so far. */
  asked: string[]
  stop: () => void
}

type Fixtures = {
  /** A host that answers every path without a file with index.html. */
  host: Host
  /** A host that has a page at its root only. */
  plainHost: Host
}

const test = base.extend<Fixtures, { api: Api }>({
  api: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const api = await startGeneratedSite({ seed: 13, size: 24, product })
      await use(api)
      await api.stop()
    },
    { scope: 'worker' },
  ],
  host: ({ api }, use, { outputDir }) => withHost(outputDir, api.address, true, use),
  plainHost: ({ api }, use, { outputDir }) => withHost(outputDir, api.address, false, use),
})

test('renders, navigates and goes back, with data and pictures of its API', async ({
  page,
  complaints,
  language,
  api,
  host,
}) => {
  const { locale, t } = language
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

test('shows the skeleton of the page', async ({ page, language, api, host }) => {
  const { locale, t } = language
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
  test(
    'a plain host opens every page offline after one visit',
    once,
    async ({ page, context, complaints, api, plainHost }) => {
      await visitOnce(page, `${plainHost.address}/`)
      plainHost.stop()
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
      expect(complaints.filter((complaint) => complaint.startsWith('uncaught'))).toEqual([])
    },
  )

  test(
    'caches the shell and visited pages when the visitor saves data',
    once,
    async ({ page, context, complaints, language, host }) => {
      // Matches scripts of pages only; styles are small and cached for every page.
      const isPage = (path: string) => /^\/assets\/\w+Page-[\w-]+\.js$/.test(path)
      const worker = join(host.folder, 'sw.js')
      await writeFile(worker, savesData + (await readFile(worker, 'utf8')))
      await page.addInitScript(savesData)
      await visitOnce(page, `${host.address}/contact-us`)
      // Idle-time prefetches go through the worker before this request, so they would be in the list by then.
      await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
      await page.evaluate(() => fetch('/assets/none.js'))
      expect(host.asked.filter(isPage)).toEqual([expect.stringContaining('ContactPage')])
      host.stop()
      await context.setOffline(true)
      await page.reload()
      await page.getByRole('heading', { level: 1, name: language.t('contact.title') }).waitFor()
      expect(complaints.filter((complaint) => complaint.startsWith('uncaught'))).toEqual([])
    },
  )
})

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

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
  const asked: string[] = []
  const server = createServer(async ({ url = '/' }, response) => {
    const path = new URL(url, 'http://host').pathname
    asked.push(path)
    const name = path === '/' || (hasFallback && extname(path) === '') ? '/index.html' : path
    try {
      const body = await readFile(join(folder, name))
      response.writeHead(200, { 'content-type': types[extname(name)] ?? 'application/octet-stream' }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  await use({ address: `http://localhost:${(server.address() as AddressInfo).port}`, folder, asked, stop })
  stop()
  await rm(folder, { recursive: true })
}
