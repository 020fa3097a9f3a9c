import { violations } from '../site/accessibility'
import { expect, failing, test } from '../site/fixtures'
import { replacePictures } from '../site/page'
import { pageStates } from '../site/page-states'

// Runs the tests in one worker, so that the site with failing slugs starts once.
test.describe.configure({ mode: 'default' })

test.use({ reducedMotion: 'reduce' })

test.beforeEach(({ page }) => replacePictures(page))

for (const [name, enter] of Object.entries(pageStates))
  test(`${name} has no violation in the dark`, failing, async ({ page, language, scenarioSite }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 780 })
      await enter(page, language, scenarioSite.address)
      expect(await violations(page), `${width} px`).toEqual([])
    }
  })
