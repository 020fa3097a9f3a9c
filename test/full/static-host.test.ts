import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createPaths } from '#contract/paths'
import { currentBuild } from '../../scripts/builds'
import {
  directionOf,
  eventually,
  generatedSite,
  hold,
  languageOf,
  languages,
  savesData,
  sharedBrowser,
  takenOver,
  visitOnce,
} from '../site/visit'
import { firstOf, sitePages } from '../support/site-pages'

const product = 'palmyra'
const open = sharedBrowser()
const api = generatedSite({ seed: 13, size: 24, product })

describe.each([
  { host: 'a plain host', fallback: false },
  { host: 'a host that answers every path with index.html', fallback: true },
])('the built client on $host', ({ fallback }) => {
  let host: Host
  let address = ''

  beforeAll(async () => {
    host = await startHost(fallback)
    address = host.address
  })
  afterAll(() => host.stop())

  test.each(languages)('renders, navigates and goes back in $locale', async ({ locale, t }) => {
    const paths = createPaths({ locale, product })
    const { page, complaints } = await open()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    // Without the fallback the host has one page, so Arabic is reached by the switch.
    await page.goto(address + (fallback ? paths.home() : '/'))
    await takenOver(page)
    if (!fallback) await page.getByRole('banner').locator(`a[hreflang="${locale}"]`).click()
    await page.getByRole('heading', { level: 1, name: t('home.hero.heading') }).waitFor()
    expect(await directionOf(page)).toEqual(languageOf(locale))
    await eventually(() => page.title()).toBe(t('head.home.title'))

    const course = firstOf(api.content.courses)
    const link = page
      .getByRole('region', { name: t('list.ourCourses') })
      .getByRole('link')
      .first()
    expect(await link.getAttribute('href')).toBe(paths.course(course.slug))
    const image = page
      .getByRole('region', { name: t('list.ourCourses') })
      .locator('img')
      .first()
    expect(await image.getAttribute('src')).toContain(`${api.address}/images/`)
    await link.click()
    await page.waitForURL((url) => url.pathname === paths.course(course.slug))
    await eventually(() => page.getByRole('heading', { level: 1 }).count()).toBe(1)
    await eventually(() => page.title()).not.toBe(t('head.home.title'))

    const menu = page.getByRole('navigation', { name: t('nav.main') })
    await menu.getByRole('button', { name: t('nav.news'), exact: true }).click()
    await menu.getByRole('link', { name: t('nav.productNews', { product: 'Palmyra' }), exact: true }).click()
    await page.waitForURL((url) => url.pathname === paths.productNews())
    await eventually(() => page.getByRole('article').count()).toBeGreaterThan(0)
    await page.goBack()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: t('home.hero.heading') }).waitFor()

    const isFlip = (complaint: string) => complaint.includes('flip: ')
    expect(complaints.filter((complaint) => !isFlip(complaint))).toEqual([])
    expect(asked.filter((url) => url.includes('/api/') && !url.startsWith(`${api.address}/api/`))).toEqual([])
    // The template is English; an Arabic address changes it once, before anything is shown.
    expect(complaints.filter(isFlip).length).toBe(locale === 'ar' ? 2 : 0)
  })

  // Loads each page directly, on the plain host only, which is harder as it has only the page at its root.
  if (!fallback)
    test('opens every page offline after one visit', async () => {
      const { page, complaints } = await open({ serviceWorkers: 'allow' })
      const own = await startHost(fallback)
      onTestFinished(own.stop)
      await visitOnce(page, `${own.address}/`)
      await own.stop()
      await page.context().setOffline(true)
      // Each page in one language; with FULL=1 in both.
      const pages = sitePages(api.content, product).filter(
        ({ status, locale }, place) => status === 200 && (process.env.FULL || place % 2 === (locale === 'en' ? 0 : 1)),
      )
      for (const { path, locale } of pages) {
        await page.goto(own.address + path, { waitUntil: 'commit' })
        const heading = page.locator('main:not([aria-busy="true"]) h1')
        await heading.waitFor()
        const failed = languages.find((language) => language.locale === locale)?.t('error.failed.title')
        expect([path, await heading.textContent()]).not.toEqual([path, failed])
        expect(await directionOf(page)).toEqual(languageOf(locale))
      }
      expect(complaints.filter((complaint) => complaint.startsWith('uncaught'))).toEqual([])
    })

  if (fallback)
    test('caches the shell and visited pages when the visitor saves data', async () => {
      const { folder, address, asked, stop } = await startHost(fallback)
      onTestFinished(stop)
      // Matches scripts of pages only; styles are small and cached for every page.
      const isPage = (path: string) => /^\/assets\/\w+Page-[\w-]+\.js$/.test(path)
      await writeFile(join(folder, 'sw.js'), savesData + (await readFile(join(folder, 'sw.js'), 'utf8')))
      const { page, complaints } = await open({ serviceWorkers: 'allow' })
      await page.addInitScript(savesData)
      await visitOnce(page, `${address}/contact-us`)
      // Idle-time prefetches go through the worker before this request, so they would be in the list by then.
      await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
      await page.evaluate(() => fetch('/assets/none.js'))
      expect(asked.filter(isPage)).toEqual([expect.stringContaining('ContactPage')])
      await stop()
      await page.context().setOffline(true)
      await page.reload()
      await page.getByRole('heading', { level: 1, name: firstOf(languages).t('contact.title') }).waitFor()
      expect(complaints.filter((complaint) => complaint.startsWith('uncaught'))).toEqual([])
    })

  test.each(fallback ? languages : [])('shows the skeleton of the page in $locale', async ({ locale, t }) => {
    const paths = createPaths({ locale, product })
    const { page } = await open()
    const release = await hold(page, '**/api/get-blog')
    await page.goto(address + paths.blog(firstOf(api.content.blogs).slug))
    await page.getByRole('status').getByText(t('status.loading')).waitFor()
    expect(await page.getByRole('main').getAttribute('aria-busy')).toBe('true')
    expect(await page.locator('.skeleton .picture').count()).toBe(1)
    expect(await directionOf(page)).toEqual(languageOf(locale))
    release()
    await page.locator('.skeleton').waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1 }).waitFor()
  })

  test.each(fallback ? languages : [])('opens and reloads at any address in $locale', async ({ locale, t }) => {
    const paths = createPaths({ locale, product })
    const { page } = await open()
    const blog = firstOf(api.content.blogs)
    for (const path of [paths.blog(blog.slug), paths.whoWeAre(), paths.contactUs()]) {
      await page.goto(address + path)
      await takenOver(page)
      await page.getByRole('main').waitFor()
      expect(await directionOf(page)).toEqual(languageOf(locale))
      await page.reload()
      await page.getByRole('heading', { level: 1 }).waitFor()
    }
    await page.waitForFunction((title) => document.title.includes(title), t('head.contactUs.title'))
    await page.goto(`${address}${paths.blogs()}/a/b`)
    await page.waitForURL((url) => url.pathname === paths.home())
  })
})

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

type Host = {
  address: string
  /** The folder of its files. */
  folder: string
  /** The path of each request so far. */
  asked: string[]
  stop: () => Promise<void>
}

/** Serves only the built client's files from a folder; answers other paths with index.html or a 404. */
async function startHost(fallback: boolean): Promise<Host> {
  const folder = await mkdtemp(join(tmpdir(), 'ugarit-static-'))
  await cp(join(currentBuild(), 'client'), folder, { recursive: true })
  const page = join(folder, 'index.html')
  const edited = Object.entries({ baseUrl: `${api.address}/`, imageBase: `${api.address}/images/`, product }).reduce(
    (html, [name, content]) => html.replace(new RegExp(`(<meta name="${name}" content=)"[^"]*"`), `$1"${content}"`),
    await readFile(page, 'utf8'),
  )
  await writeFile(page, edited)
  const asked: string[] = []
  const server = createServer(async ({ url = '/' }, response) => {
    const path = new URL(url, 'http://host').pathname
    asked.push(path)
    const name = path === '/' || (fallback && extname(path) === '') ? '/index.html' : path
    try {
      const body = await readFile(join(folder, name))
      response.writeHead(200, { 'content-type': types[extname(name)] ?? 'application/octet-stream' }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    folder,
    asked,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
