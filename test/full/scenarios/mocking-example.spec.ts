import { expectCalls, releaseCalls, useScenario } from '../../../mock-client/library'
import { test as base, expect } from '../../site/fixtures'

/* The example of mock-client/package/README.md for Playwright Test, on a server that has scenarios. */

const test = base.extend({
  baseURL: async ({ scenarioSite }, use) => {
    process.env.SITE = scenarioSite.address
    await use(scenarioSite.address)
  },
})

test.use({ tolerated: /^warning|Failed to load resource/ })

test('the page asks again after two failures', async ({ page }) => {
  const world = await useScenario('failing-then-well', { page, now: '2027-01-05T18:00:00+03:00' })
  await page.goto('/courses/machine-learning-foundations')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Machine Learning Foundations')
  await expectCalls(world, [{ operation: 'course', status: 503 }, { status: 200 }], { inOrder: true, within: 5000 })
})

test('the page says that it waits for a course', async ({ page }) => {
  const behaviour = { operation: 'course', hold: true } as const
  const world = await useScenario({ description: 'A course that waits', behaviour: [behaviour] }, { page })
  await page.goto('/courses/machine-learning-foundations')
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true')
  await releaseCalls(world, { operation: 'course' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Machine Learning Foundations')
})
