import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { violations } from '../../site/accessibility'
import { expect, test } from '../../site/fixtures'
import { directionOf, hydrated, languageOf, renderAll } from '../../site/page'
import { root } from '../../support/app'
import { readContent } from '../../support/shipped-content'
import { firstOf } from '../../support/site-pages'

/* Every shipped scenario on one server, chosen by the header alone, while other tests ask for other scenarios. */

const names = readdirSync(join(root, 'fixtures/scenarios')).map((file) => file.replace('.json', ''))

/** Scenarios in which no page can show content. */
const failing = ['failing', 'hanging']

for (const name of names)
  test(`scenario ${name}: pages are whole and fit, and axe finds nothing`, async ({ page, language, scenarioSite }) => {
    const { locale, paths, t } = language
    const { courses } = await readContent()
    await page.setExtraHTTPHeaders({ 'x-scenario': name, 'x-scenario-key': `${name} ${locale}` })
    for (const path of [paths.home(), paths.courses(), paths.course(firstOf(courses).slug)]) {
      await page.goto(scenarioSite.address + path)
      // Script makes wide tables reachable by keyboard.
      await hydrated(page)
      if (failing.includes(name))
        await expect(page.getByRole('button', { name: t('action.tryAgain') }).first()).toBeVisible()
      else await page.locator('main[aria-busy="false"] h1').waitFor()
      await expect(page.locator('h1')).toHaveText([name === 'failing' ? t('error.failed.title') : /\S/])
      // An empty list is no error.
      if (name === 'empty' && path === paths.courses()) {
        await expect(page.getByRole('heading', { name: t('list.emptyTitle') })).toBeVisible()
        await expect(page.getByRole('alert')).toHaveCount(0)
      }
      // Expects that every section has text, and that no script of the content has run.
      // A section that a second call brings is not there at once.
      await expect(async () => {
        await renderAll(page)
        const sections = await page.locator('main section').allInnerTexts()
        expect(sections.filter((text) => text.trim() === '')).toEqual([])
      }).toPass()
      await expect(page).not.toHaveTitle('hostile')
      await expect(page.getByText(/undefined|\bnull\b|NaN|\[object/)).toHaveCount(0)
      await expect(page.getByRole('banner')).toHaveCount(1)
      expect(await directionOf(page)).toEqual(languageOf(locale))
      expect(await violations(page)).toEqual([])
      await page.setViewportSize({ width: 320, height: 640 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBe(0)
      await page.setViewportSize({ width: 1280, height: 800 })
    }
  })
