import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { violations } from '../site/accessibility'
import { openStudio, readCourses, test } from '../site/development'
import { expect } from '../site/fixtures'

/* The studio shows and edits scenarios, holds calls and verifies them. */

const previewOf = (page: Page) => page.frameLocator('.studio-world iframe')

/** Calls the API as a page without a scenario of its own. */
const call = (url: string, slug: unknown) =>
  fetch(`${url}/api/get-course`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ slug }),
  })

test('a chosen scenario says what it changes, and is shown on the page in both languages', async ({ page, stack }) => {
  const scenario = {
    description: 'Of a test',
    now: '2027-01-05T18:00:00+03:00',
    data: { courses: { first: 1 }, blogs: { none: true } },
    behaviour: [{ operation: 'course', calls: [1], status: 503 }],
  }
  await page.request.put(`${stack.api}/__scenarios/of-a-test`, { data: scenario })
  await openStudio(page, stack, '/scenarios', 'ar')
  await page.getByRole('checkbox', { name: 'of-a-test' }).check()
  await expect(page.getByRole('list', { name: 'ما يغيّره' }).getByRole('listitem')).toHaveText([
    /^الوقت \S*05\/01\/2027 18:00:00\S*، والساعة متوقفة\.$/,
    'الدورات: العنصر الأول فقط.',
    /^.*: لا شيء\.$/,
    /^\S*course\S*، الطلب رقم 1: يُجاب بالحالة 503\.$/,
  ])
  await page.getByLabel('صفحة من الموقع').selectOption({ label: 'الدورات' })
  const main = previewOf(page).getByRole('main')
  await expect(previewOf(page).locator('html')).toHaveAttribute('lang', 'ar')
  await expect(main.getByRole('article')).toHaveCount(1)
  await page.getByRole('tab', { name: /^English · هاتف/ }).click()
  await expect(previewOf(page).locator('html')).toHaveAttribute('lang', 'en')
  await expect(main.getByRole('article')).toHaveCount(1)
  expect(await main.evaluate(() => Date.now())).toBe(Date.parse(scenario.now))
  // The browser's other visits stay as they are.
  const other = await page.evaluate(async () => (await fetch('/api/get-blogs')).headers.get('x-scenario'))
  expect(other).toBeNull()
})

test('a scenario is edited by keyboard, checked and saved; a file that has changed is not overwritten', async ({
  page,
  stack,
}) => {
  const [course] = await readCourses(stack)
  await openStudio(page, stack, '/scenarios')
  await page.getByRole('link', { name: /^Edit: .*failing-then-well/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'failing-then-well' })).toBeVisible()
  const effects = page.getByRole('list', { name: 'What it changes' })
  await expect(effects).toContainText('answered with the status 503')
  await page.getByRole('button', { name: 'Add a behaviour' }).press('Enter')
  const added = page.getByRole('group', { name: 'Behaviour 2' })
  await added.getByLabel('Operation').selectOption('course')
  await added.getByLabel('Values of the payload').fill('{"slug"')
  await expect(added.getByText('A JSON object, such as')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await added.getByLabel('Values of the payload').fill(JSON.stringify({ slug: course?.slug }))
  await added.getByRole('checkbox', { name: 'Hold until released' }).focus()
  await page.keyboard.press('Space')
  await expect(effects).toContainText('held until it is released')
  await page.getByRole('button', { name: 'Move up: Behaviour 2' }).press('Enter')
  await page.getByLabel('Time of the pages and of their clock').fill('2027-01-05T18:00')
  // The draft survives a reload.
  await page.reload()
  await expect(effects).toContainText('held until it is released')
  await expect(page.getByText(/^Not saved: Scenario .*failing-then-well/)).toBeVisible()
  await page.getByRole('group', { name: 'Behaviour 2' }).getByLabel('Retry-After').fill('2')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/^Saved as .*failing-then-well/)).toBeVisible()
  await expect(page.getByText('Everything is saved.')).toBeVisible()
  const file = join(stack.fixturesDir, 'scenarios/failing-then-well.json')
  const written = JSON.parse(await readFile(file, 'utf8'))
  // Fields keep their places, and new ones follow.
  expect(Object.keys(written)).toEqual(['$schema', 'description', 'ar_description', 'behaviour', 'now'])
  expect(Object.entries(written.behaviour[1])).toEqual(Object.entries({ calls: [1, 2], status: 503, retryAfter: 2 }))
  expect(written).toMatchObject({
    now: '2027-01-05T18:00:00+03:00',
    behaviour: [
      { operation: 'course', payload: { slug: course?.slug }, hold: true },
      { calls: [1, 2], status: 503 },
    ],
  })
  await page.getByLabel('What it is for (English)').fill('Another purpose')
  await writeFile(file, JSON.stringify({ description: 'Of another program' }))
  await expect(page.getByText('Another program changed')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Changed on disk meanwhile')).toBeVisible()
  await page.getByRole('button', { name: 'Discard changes' }).first().click()
  await expect(page.getByLabel('What it is for (English)')).toHaveValue('Of another program')
})

test('calls are held and released in the studio', async ({ page, stack }) => {
  const [course] = await readCourses(stack)
  await openStudio(page, stack, '/requests')
  await page.getByText('Hold calls', { exact: true }).click()
  const form = page.getByRole('form', { name: 'Hold calls' })
  await form.getByLabel('Operation').selectOption('course')
  await form.getByLabel('Payload').fill(JSON.stringify({ slug: course?.slug }))
  await form.getByRole('button', { name: 'Hold', exact: true }).click()
  const held = page.getByRole('region', { name: 'Held calls' })
  await expect(held.getByText('Held from now on: ')).toContainText(String(course?.slug))
  const answers = [call(stack.url, course?.slug), call(stack.url, course?.slug)]
  await expect(held.getByRole('listitem')).toHaveCount(2)
  expect(await violations(page)).toEqual([])
  await held
    .getByRole('button', { name: /^Release: / })
    .first()
    .press('Enter')
  await expect(held.getByText('One call released.')).toBeVisible()
  await expect(held.getByRole('listitem')).toHaveCount(1)
  // Other calls, and after the end of the hold all, are answered at once.
  expect((await call(stack.url, 'none')).status).toBe(404)
  // Every page of the studio lists what is held, and ends it.
  await page.getByRole('link', { name: 'Scenarios', exact: true }).click()
  await expect(held.getByRole('listitem')).toHaveCount(1)
  await held.getByRole('button', { name: 'Hold no more calls' }).click()
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200])
  await expect(held.getByText('Held from now on: ')).toBeHidden()
  await page.getByRole('link', { name: 'Requests', exact: true }).click()
  await expect(page.getByText('held, then released').first()).toBeVisible()
  expect((await call(stack.url, course?.slug)).headers.get('x-held')).toBeNull()
})

test('a page whose call is held says that it waits, until the call is released', async ({ page, stack }) => {
  const [course] = await readCourses(stack)
  const behaviour = [{ operation: 'course', hold: true }]
  await page.request.put(`${stack.api}/__scenarios/held`, { data: { description: 'Of a test', behaviour } })
  await page.goto(`${stack.url}/courses/${course?.slug}?scenario=held`)
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true')
  await page.request.post(`${stack.api}/__requests/release`, { data: { within: 10_000 } })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(String(course?.en_title))
  await page.context().clearCookies()
})

test('an expectation is made of selected calls, and explained by the nearest calls if it fails', async ({
  page,
  stack,
}) => {
  const [course] = await readCourses(stack)
  await page.request.delete(`${stack.api}/__requests`)
  await call(stack.url, course?.slug)
  await call(stack.url, course?.slug)
  await call(stack.url, 'none')
  await openStudio(page, stack, '/requests', 'ar')
  const boxes = page.locator('.studio-calls').getByRole('checkbox')
  await expect(boxes).toHaveCount(3)
  for (const box of await boxes.all()) await box.check()
  await page.getByRole('button', { name: 'توقّع الطلبات المختارة، وعددها 3' }).click()
  const form = page.getByRole('form', { name: 'توقّع الطلبات' })
  await expect(form.getByRole('group')).toHaveCount(2)
  await expect(form.getByLabel('بهذا الترتيب')).toBeChecked()
  await form.getByRole('button', { name: 'تحقّق' }).click()
  await expect(form.getByText('جاءت الطلبات كما هو متوقع.')).toBeVisible()
  // The other order.
  await form.getByRole('button', { name: /^نقل إلى الأعلى: .* 2/ }).press('Enter')
  await form.getByRole('button', { name: 'تحقّق' }).click()
  await expect(form.getByRole('alert')).toContainText('المتوقع بالترتيب، في الموضع 2 من 2')
  const first = form.getByRole('group').first()
  await first.getByLabel('المرسَل').fill('{"slug": "other"}')
  await form.getByRole('button', { name: 'تحقّق' }).click()
  const lines = form.getByRole('alert').locator('p')
  await expect(lines.first()).toContainText('مرة على الأقل، والموجود 0 من 3.')
  await expect(lines.nth(1)).toContainText('بدلًا من')
  expect(await lines.count()).toBeLessThanOrEqual(5)
  expect(await violations(page)).toEqual([])
  // Earlier calls do not count.
  await form.getByLabel('الطلبات من الآن فقط').check()
  await form.getByRole('button', { name: 'تحقّق' }).click()
  await expect(lines.first()).toContainText('والموجود 0 من 0.')
  await expect(form.getByLabel(/^الطلبات منذ .* فقط$/)).toBeChecked()
})

for (const locale of ['ar', 'en'] as const)
  test(`the page of a scenario fits and has no violation of accessibility in ${locale}`, async ({ page, stack }) => {
    await page.setViewportSize({ width: locale === 'ar' ? 360 : 1280, height: 800 })
    await openStudio(page, stack, '/scenarios/flaky', locale)
    await expect(previewOf(page).getByRole('main')).toBeVisible()
    // The page of the site is checked by other tests.
    await page.locator('iframe').evaluateAll((frames) => {
      for (const frame of frames) frame.remove()
    })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    expect(await violations(page)).toEqual([])
  })
