import { join } from 'node:path'
import { createPaths } from '#contract/paths'
import { test as base, expect, once, perWorker } from '../site/fixtures'
import { directionOf, languageOf, languages, open, visitOnce } from '../site/page'
import { startGeneratedSite } from '../site/start-site'
import { startStaticHost } from '../site/static-host'
import { firstOf, sitePagesInTurn } from '../support/site-pages'

const product = 'palmyra'

type Api = Awaited<ReturnType<typeof startGeneratedSite>>

/** In these tests `host` serves the files of the built client, which are configured with the API's address. */
const test = base.extend<{ host: Awaited<ReturnType<typeof startStaticHost>> }, { api: Api }>({
  api: perWorker(() => startGeneratedSite({ seed: 13, size: 24, product })),
  host: async ({ api: { address } }, use, { outputDir }) => {
    const settings = { baseUrl: `${address}/`, imageBase: `${address}/images/`, product }
    const host = await startStaticHost(join(outputDir, 'host'), settings)
    await use(host)
    await host.stop()
  },
})

test('opens at any address and goes back; unknown ones lead home', async ({ page, language, api, host }) => {
  const { locale, t } = language
  const paths = createPaths({ locale, product })
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()))
  await open(page, host.address + paths.courses())
  const heading = page.getByRole('heading', { level: 1, name: t('list.ourCourses') })
  await heading.waitFor()
  expect(await directionOf(page)).toEqual(languageOf(locale))
  await expect(page).toHaveTitle(new RegExp(t('head.courses.title')))
  const pictures = page.locator('article img')
  expect(await pictures.first().getAttribute('src')).toContain(`${api.address}/images/`)

  const menu = page.getByRole('navigation', { name: t('nav.main') })
  await menu.getByRole('button', { name: t('nav.news'), exact: true }).click()
  // The product's name is that of the build's `fixtures/site.json`.
  const name = { en: 'Ugarit', ar: 'أوغاريت' }[locale]
  await menu.getByRole('link', { name: t('nav.productNews', { product: name }), exact: true }).click()
  await expect(page).toHaveURL(host.address + paths.productNews())
  await page.getByRole('article').first().waitFor()
  await page.goBack()
  await heading.waitFor()
  await page.goto(`${host.address}${paths.blogs()}/a/b`)
  await expect(page).toHaveURL(host.address + paths.home())
  expect(calls.filter((url) => !url.startsWith(`${api.address}/api/`))).toEqual([])
})

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('opens every page offline after one visit', once, async ({ page, api, host }) => {
    await visitOnce(page, `${host.address}/`)
    await host.stop()
    for (const { path, status, locale } of sitePagesInTurn(api.content, product)) {
      if (status !== 200) continue
      await page.goto(host.address + path, { waitUntil: 'commit' })
      const heading = page.locator('main:not([aria-busy="true"]) h1')
      await heading.waitFor()
      const { t } = firstOf(languages, (each) => each.locale === locale)
      await expect(heading, path).not.toHaveText(t('error.failed.title'))
      expect(await directionOf(page)).toEqual(languageOf(locale))
    }
  })
})
