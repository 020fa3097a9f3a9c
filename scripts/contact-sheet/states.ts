import type { Page } from 'playwright-core'
import { type Locale, locales } from '#contract/locales'
import { defaultProduct } from '#contract/operations'
import { createPaths } from '#contract/paths'
import { goTo } from '../../test/browser/router-walk'
import { type SitePage, sitePages } from '../../test/site-pages'

/** Something to take pictures of. */
export type Subject = {
  kind: 'page' | 'state'
  name: string
  locale: Locale
  path: string
  /** What brings the state about, on the loaded page, anew for each width. */
  act?: (page: Page, width: number) => Promise<void>
  /** What ends the state once it has its pictures. */
  after?: (page: Page) => Promise<void>
  /** What has to be prepared before the page is opened. */
  before?: (page: Page) => Promise<void>
  isScriptless?: boolean
  isPrinted?: boolean
}

/** Where the API is that pages call, and the page that a static host would send. */
type Hosts = { api: string; template: string }

/** Every page, and every state that a page can be in, in both languages. */
export function subjects(content: Parameters<typeof sitePages>[0], slugs: string[], hosts: Hosts): Subject[] {
  const pages = sitePages(content).map(
    ({ name, locale, path }: SitePage): Subject => ({ kind: 'page', name, locale, path }),
  )
  return [...pages, ...Object.values(locales).flatMap(({ locale }) => statesOf(locale, slugs, hosts))]
}

function statesOf(locale: Locale, slugs: string[], { api, template }: Hosts): Subject[] {
  const paths = createPaths({ locale, product: defaultProduct })
  const state = (name: string, path: string, more: Partial<Subject> = {}): Subject => ({
    kind: 'state',
    name,
    locale,
    path,
    ...more,
  })
  return [
    ...slugs.map((slug) => state(`course: ${slug}`, paths.course(slug))),
    ...slugs.map((slug) => state(`category: ${slug}`, paths.courseCategory(slug))),
    state('register within reach', paths.course('mixed'), { act: readOn }),
    state('menu open', paths.contactUs(), { act: openMenu }),
    state('loading a detail page', paths.contactUs(), { act: (page) => beginLoading(page, paths.course('slow-5000')) }),
    state('loading a list', paths.contactUs(), {
      act: (page) => beginLoading(page, paths.courseCategory('slow-5000')),
    }),
    state('loading the bare template', paths.course('slow-5000'), {
      before: (page) => serveBare(page, template),
      act: (page) => page.locator('.skeleton-header').waitFor(),
    }),
    state('the bare template before its script', paths.courses(), {
      before: async (page) => {
        await serveBare(page, template)
        await page.route('**/assets/*.js', (route) => route.abort())
      },
    }),
    state('load more has failed', paths.courses(), {
      act: (page) => failToLoadMore(page, api),
      // Any sooner, and the page would have what it lacks before it is looked at.
      after: (page) => page.unroute(`${api}/api/*`),
    }),
    state('tried again in vain', paths.course('error-503'), { act: tryAgain }),
    state('nothing found', `${paths.courses()}?q=zzzz`),
    state('home without script', paths.home(), { isScriptless: true }),
    state('list without script', paths.courses(), { isScriptless: true }),
    state('printed course', paths.course('mixed'), { isPrinted: true }),
  ]
}

/** To where the text is read and its end is far. */
function readOn(page: Page): Promise<void> {
  return page.evaluate(() => window.scrollTo({ top: 700, behavior: 'instant' }))
}

async function openMenu(page: Page): Promise<void> {
  const menu = page.locator('.menu-button')
  if (await menu.isVisible()) await menu.click()
  await page.locator('.main-menu [aria-controls="menu-courses"]').click()
}

async function beginLoading(page: Page, path: string): Promise<void> {
  await goTo(page, path)
  await page.locator('.skeleton').waitFor()
}

async function failToLoadMore(page: Page, api: string): Promise<void> {
  await page.route(`${api}/api/*`, (route) => route.abort())
  await page.locator('.load-more .button').click()
  await page.locator('.stale-notice').waitFor()
}

async function tryAgain(page: Page): Promise<void> {
  const text = await page.locator('[role="alert"] p').first().textContent()
  await page.locator('[role="alert"] button').click()
  await page.waitForFunction((before) => document.querySelector('[role="alert"] p')?.textContent !== before, text)
}

async function serveBare(page: Page, template: string): Promise<void> {
  await page.route('**/*', (route) =>
    route.request().resourceType() === 'document'
      ? route.fulfill({ contentType: 'text/html; charset=utf-8', body: template })
      : route.fallback(),
  )
}
