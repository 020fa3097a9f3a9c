import { test as base, expect } from '../../site/fixtures'

/* The example of docs/mocking.md, on a server that has scenarios. */

const test = base.extend({ baseURL: async ({ scenarioSite }, use) => use(scenarioSite.address) })

test.use({ tolerated: /^warning|Failed to load resource/ })

test('a course is asked for again after a failure', async ({ page, request }) => {
  const key = crypto.randomUUID()
  await page.setExtraHTTPHeaders({ 'x-scenario': 'failing-then-well', 'x-scenario-key': key })
  await page.goto('/courses/machine-learning-foundations')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Machine Learning Foundations')
  const calls = await request.get(`/__requests?format=json&operation=course&key=${key}`)
  expect((await calls.json()).total).toBeGreaterThan(1)
})
