import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { operations } from '#contract/operations'
import { violations } from '../browser/accessibility'
import { expect, test } from '../site/fixtures'
import { root } from '../support/app'
import { readContent } from '../support/shipped-content'
import { firstOf } from '../support/site-pages'

/* Every shipped scenario on one server, chosen by the header alone, while other tests ask for other scenarios. */

const names = readdirSync(join(root, 'fixtures/scenarios')).map((file) => file.replace('.json', ''))

/** Scenarios in which no page can show content. */
const failing = ['failing', 'hanging']

for (const name of names)
  test(`scenario ${name}: pages are whole, and axe finds nothing`, async ({ page, language, scenarioSite }) => {
    const { courses } = await readContent()
    const { paths, t } = language
    await page.setExtraHTTPHeaders({ 'x-scenario': name, 'x-scenario-key': `${name} ${language.locale}` })
    for (const path of [paths.home(), paths.courses(), paths.course(firstOf(courses).slug)]) {
      // The page asks for the home data once it has hydrated. Script makes wide tables reachable by keyboard.
      const hydrated = page.waitForRequest(`**${operations.homeData.path}`)
      await page.goto(scenarioSite.address + path)
      await hydrated
      if (failing.includes(name))
        await page
          .getByRole('button', { name: t('action.tryAgain') })
          .first()
          .waitFor()
      else await page.locator('main[aria-busy="false"] h1').waitFor()
      await expect(page.locator('h1')).toHaveText(/\S/)
      // No section without text, and no script of the content ran.
      const sections = await page.locator('main section').allInnerTexts()
      expect(sections.filter((text) => text.trim() === '')).toEqual([])
      await expect(page).not.toHaveTitle('hostile')
      expect(await violations(page)).toEqual([])
    }
  })

test('a page’s query chooses a scenario for the calls and pages that follow', async ({
  page,
  language,
  scenarioSite,
}) => {
  const { paths } = language
  await page.goto(`${scenarioSite.address}${paths.courses()}?scenario=one-item`)
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.goto(scenarioSite.address + paths.blogs())
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.goto(`${scenarioSite.address}${paths.blogs()}?scenario=`)
  await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(1)
})
