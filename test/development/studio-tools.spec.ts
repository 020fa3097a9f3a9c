import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { violations } from '../site/accessibility'
import { openStudio, readCourses, test } from '../site/development'
import { expect } from '../site/fixtures'

test('a scenario is mixed, delayed and saved, and opens the site', async ({ page, context, stack }) => {
  await openStudio(page, stack, '/scenarios')
  await page.getByRole('checkbox', { name: 'one-item' }).check()
  await page.getByRole('slider').focus()
  await page.keyboard.press('ArrowRight')
  await page.getByLabel('Name of the new scenario').fill('one-late-item')
  await page.getByLabel('What it is for').fill('One item, 100 ms late')
  await page.getByRole('button', { name: 'Save as a scenario' }).first().click()
  await expect(page.getByText('Saved as one-late-item.')).toBeVisible()
  const file = join(stack.fixturesDir, 'scenarios/one-late-item.json')
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ data: {}, behaviour: [{ delay: 100 }] })
  await page.getByRole('checkbox', { name: 'one-late-item' }).check()
  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Open the site with this scenario' }).first().click()
  await expect(await opened).toHaveURL(/scenario=one-item%2Cone-late-item%2Cstudio-delay/)
  await context.clearCookies()
})

test('a scenario with a time opens the site at that time', async ({ page, context, stack }) => {
  await openStudio(page, stack, '/scenarios')
  await page.getByLabel('Time of the pages and of their clock').fill('2027-01-05T18:00')
  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Open the site with this scenario' }).first().click()
  const site = await opened
  await site.waitForLoadState()
  expect(await site.evaluate(() => Date.now())).toBe(Date.parse('2027-01-05T18:00+03:00'))
  await context.clearCookies()
})

test.describe('a browser in Arabic', () => {
  test.use({ locale: 'ar' })

  test('opens the studio in Arabic, and reads what each scenario is for', async ({ page, stack }) => {
    await page.goto(`${stack.url}/__studio/scenarios`)
    await expect(page).toHaveTitle('السيناريوهات – الاستوديو')
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    const empty = page.locator('.studio-scenarios li').filter({ has: page.getByText('empty', { exact: true }) })
    await expect(empty.getByText('كل القوائم فارغة')).toHaveAttribute('lang', 'ar')
  })
})

test('calls are shown as they come, sent again, and kept as fixtures', async ({ page, stack }) => {
  const scenario = { description: 'Other titles', data: { courses: { each: { en_title: 'Kept' } } } }
  await page.request.put(`${stack.api}/__scenarios/other-titles`, { data: scenario })
  await openStudio(page, stack, '/requests')
  const [course] = await readCourses(stack)
  const send = { data: { slug: course?.slug }, headers: { 'x-scenario': 'other-titles' } }
  expect((await page.request.post(`${stack.url}/api/get-course`, send)).status()).toBe(200)
  await page.getByLabel('Scenario', { exact: true }).fill('other-titles')
  const calls = page.locator('.studio-calls > li')
  await expect(calls).toHaveCount(1)
  await page.getByRole('button', { name: 'Send again' }).first().click()
  await expect(page.getByText('Sent again: 200')).toBeVisible()
  await expect(calls).toHaveCount(2)
  await calls.first().locator('summary').click()
  await calls.first().getByLabel('Payload').fill('{"slug": "none"}')
  await calls.first().getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('Sent again: 404')).toBeVisible()
  await expect(calls).toHaveCount(3)
  await page.getByRole('button', { name: 'Add to the drafts' }).first().click()
  await expect(page.getByText('Added to the drafts of Courses.')).toBeVisible()
  await expect(page.getByText('Not saved: Courses')).toBeVisible()
})

test('another API is checked, and its content is taken item by item', async ({ page, stack }) => {
  await openStudio(page, stack, '/other-api')
  await page.getByLabel('Address of the API').fill(stack.api)
  await page.getByRole('button', { name: 'Check the contract' }).first().click()
  await expect(page.getByText('This API speaks the contract.')).toBeVisible()
  await page.request.put(`${stack.api}/__scenarios/current`, { data: { current: ['one-item'] } })
  await page.getByRole('button', { name: 'Compare the content' }).first().click()
  await expect(page.getByRole('checkbox').first()).toBeVisible()
  await page.request.put(`${stack.api}/__scenarios/current`, { data: { current: [] } })
  const gone = page.getByRole('checkbox', { name: /^Blog posts: .* removed$/ })
  await expect(gone.first()).not.toBeChecked()
  await gone.first().check()
  await page.getByRole('button', { name: 'Take 1 item' }).first().click()
  await expect(page.getByText('Added to the drafts.')).toBeVisible()
  await expect(page.getByText('Not saved: Blog posts')).toBeVisible()
})

test('drift in passing answers is listed with the page it changes, and its item is taken over', async ({
  page,
  stack,
}) => {
  const [course] = await readCourses(stack)
  const found = { operation: 'course', expected: 'a number', found: 'the string "many"', count: 3 }
  const drifts = [
    {
      ...found,
      rule: 'answer.value',
      pointer: '/data/count',
      item: { kind: 'courses', value: { ...course, count: 77 } },
    },
    { ...found, rule: 'answer.charset', pointer: '', count: 1 },
  ]
  await page.route('**/__drift', (route) => route.fulfill({ json: { drifts } }))
  await openStudio(page, stack, '/other-api')
  const list = page.getByRole('region', { name: 'Drift in passing answers' })
  await expect(list.getByText('The API that the site reads drifts in 2 ways.')).toBeVisible()
  await expect(list.getByRole('listitem').first()).toContainText('breaks the contract in 3 answers')
  await expect(list.getByRole('link')).toHaveAttribute('href', `/courses/${encodeURIComponent(String(course?.slug))}`)
  await list.getByRole('button', { name: 'Add to the drafts' }).first().click()
  await expect(page.getByText('Added to the drafts of Courses.')).toBeVisible()
  await expect(page.getByText('Not saved: Courses')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('requests of other sites are refused', async ({ request, stack }) => {
  const data = { changes: {} }
  for (const [headers, status] of [
    [{ origin: 'https://evil.example' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{}, 200],
  ] as [Record<string, string>, number][])
    expect((await request.post(`${stack.url}/__studio/api/save`, { data, headers })).status()).toBe(status)
})

const paths = [
  '/content/courses',
  '/content/courses/0',
  '/content/goals/0',
  '/content/site/0',
  '/scenarios',
  '/requests',
  '/other-api',
]

for (const locale of ['ar', 'en'] as const)
  test(`fits and has no violation of accessibility in ${locale}`, async ({ page, stack }) => {
    await page.setViewportSize({ width: locale === 'ar' ? 360 : 1280, height: 800 })
    await page.request.get(`${stack.api}/api/changes/${'0'.repeat(64)}`)
    for (const path of paths) {
      await openStudio(page, stack, path, locale)
      await expect(page.locator('html')).toHaveAttribute('dir', locale === 'ar' ? 'rtl' : 'ltr')
      const heading = await page.getByRole('heading', { level: 1 }).textContent()
      await expect(page).toHaveTitle(`${heading} – ${locale === 'ar' ? 'الاستوديو' : 'Studio'}`)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      expect([path, await violations(page)]).toEqual([path, []])
    }
  })
