import { operations } from '#contract/operations'
import { expect, failing, test } from '../../site/fixtures'
import { takenOver } from '../../site/page'

/* The browser's clock follows the time of a scenario. */

const start = Date.parse('2027-01-05T18:00:00+03:00')
const at = (time: number) => ({ 'x-scenario-now': new Date(time).toISOString() })

for (const time of ['2026-10-01', '2027-01-05', '2027-04-16'].map((day) => Date.parse(day)))
  test(`at ${time} a list of the server and one of the browser are the same`, async ({
    page,
    language,
    scenarioSite,
  }) => {
    const { paths, t } = language
    const cardsOf = () => page.locator('main article :is(h2, h3, time)').allTextContents()
    await page.setExtraHTTPHeaders(at(time))
    const address = scenarioSite.address + paths.courses()
    await page.goto(`${address}?when=upcoming`)
    await takenOver(page)
    const served = await cardsOf()
    expect(served.length).toBeGreaterThan(4)
    await page.evaluate(() => localStorage.clear())
    await page.goto(address)
    await takenOver(page)
    expect(await page.evaluate(() => Date.now())).toBe(time)
    await page.getByLabel(t('list.when')).selectOption('upcoming')
    await page.getByRole('button', { name: t('list.applyFilters') }).click()
    await expect.poll(cardsOf).toEqual(served)
  })

test('a stale notice tells the age at the time of the scenario', failing, async ({ page, language, scenarioSite }) => {
  const { locale, paths, t } = language
  const home = page.waitForResponse(`**${operations.homeData.path}`)
  await page.setExtraHTTPHeaders(at(start))
  await page.goto(scenarioSite.address + paths.home())
  await home
  await expect.poll(() => page.evaluate(() => Number(localStorage.getItem('lang.at')))).toBe(start)
  await page.setExtraHTTPHeaders({ ...at(start + 3 * 3_600_000), 'x-scenario': 'hanging' })
  await page.goto(scenarioSite.address + paths.courses())
  const age = locale === 'en' ? '3 hours ago' : 'قبل 3 ساعات'
  await expect(page.getByRole('alert').filter({ hasText: t('error.staleAge', { age }) })).toBeVisible()
})
