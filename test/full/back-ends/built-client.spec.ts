import { join } from 'node:path'
import { createPaths } from '#contract/paths'
import { test as base, expect, languageFlips, perWorker } from '../../site/fixtures'
import { directionOf, follow, languageOf, languages, open, switchTo } from '../../site/page'
import { startStaticHost } from '../../site/static-host'
import { readContent } from '../../support/shipped-content'
import { firstOf } from '../../support/site-pages'
import { requireProgram } from '../requirements'
import { type BackEnd, findPostgres, hasPhp, startPostgres, startSqlite } from './php-back-end'

/* The built client on a static host reads both back ends in PHP, which are on another origin. */

const content = await readContent()
const starts = {
  SQLite: () => startSqlite(content),
  PostgreSQL: async () => startPostgres(content, String(await findPostgres())),
}

/** Starts both back ends, or none if a program is missing. */
async function startBackEnds() {
  const started = new Map<string, BackEnd>()
  if ((await hasPhp()) && (await findPostgres()))
    for (const [name, start] of Object.entries(starts)) started.set(name, await start())
  const stop = async () => {
    for (const backEnd of started.values()) await backEnd.stop()
  }
  return { started, stop }
}

const test = base.extend<object, { backEnds: Awaited<ReturnType<typeof startBackEnds>> }>({
  backEnds: perWorker(startBackEnds),
})

// Warnings count too, but those of the language switch, which changes `lang` on purpose.
test.use({ tolerated: languageFlips })

for (const name of Object.keys(starts))
  test(`visitors go through the pages of an API in PHP over ${name}`, async ({
    page,
    language,
    backEnds,
  }, testInfo) => {
    requireProgram('PHP or PostgreSQL', backEnds.started.has(name), (note) => testInfo.skip(true, note))
    // A browser asks faster here than one visitor does.
    const api = String(await backEnds.started.get(name)?.serve({ THROTTLE: '100000' }))
    const host = await startStaticHost(join(testInfo.outputDir, 'host'), { baseUrl: api, imageBase: `${api}/images/` })
    const { locale, t } = language
    const other = firstOf(languages, (each) => each.locale !== locale)
    const paths = createPaths({ locale, product: 'ugarit' })
    const titleOf = (item: { en_title?: string; ar_title?: string }, of = locale) => String(item[`${of}_title`]?.trim())
    const calls: string[] = []
    page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()))
    const cards = page.getByRole('main').getByRole('article')
    const heading = page.getByRole('heading', { level: 1 })

    await open(page, host.address + paths.home())
    const [first, ...others] = content.courses
    const last = others.at(-1)
    if (!first || !last) throw new Error('the content has too few courses')
    await expect(page.getByRole('main')).toContainText(titleOf(first))

    await page
      .getByRole('navigation', { name: t('nav.main') })
      .getByRole('button', { name: t('nav.courses'), exact: true })
      .click()
    await page
      .getByRole('navigation', { name: t('nav.main') })
      .locator(`a[href="${paths.courses()}"]`)
      .click()
    await expect(heading).toHaveText(t('list.ourCourses'))
    await expect(cards).toHaveCount(7)
    await page.getByRole('link', { name: t('action.loadMore') }).click()
    await expect(cards).toHaveCount(14)

    const field = page.getByRole('searchbox')
    await field.fill(titleOf(last))
    await field.press('Enter')
    await expect(cards.first()).toContainText(titleOf(last))

    await follow(page, 'main', titleOf(last))
    await expect(heading).toHaveText(titleOf(last))
    await expect(page).toHaveURL(host.address + paths.course(last.slug))
    expect(await directionOf(page)).toEqual(languageOf(locale))
    await switchTo(page, other.locale)
    await expect(heading).toHaveText(titleOf(last, other.locale))
    await switchTo(page, locale)
    await expect(heading).toHaveText(titleOf(last))

    expect(calls.length).toBeGreaterThan(0)
    expect(calls.filter((url) => !url.startsWith(`${api}/api/`))).toEqual([])
    await host.stop()
  })
