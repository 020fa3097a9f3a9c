import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { Course } from '#contract/schemas'
import { violations } from '../browser/accessibility'
import { type DevelopmentStack, test } from '../site/development'
import { expect } from '../site/fixtures'

let stack: DevelopmentStack
let studio = ''

test.beforeAll(({ stack: shared }) => {
  stack = shared
  studio = `${stack.url}/__studio`
})

const readCourses = async () => JSON.parse(await readFile(join(stack.fixturesDir, 'courses.json'), 'utf8')) as Course[]
const writeCourses = (courses: Course[]) =>
  writeFile(join(stack.fixturesDir, 'courses.json'), `${JSON.stringify(courses, null, 2)}\n`)

async function open(page: Page, path: string, locale = 'en'): Promise<void> {
  await page.addInitScript((value) => localStorage.setItem('studio-language', value), JSON.stringify(locale))
  await page.goto(studio + path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

const button = (page: Page, name: string | RegExp, place = 0) => page.getByRole('button', { name }).nth(place)
const saveButton = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true })

async function save(page: Page): Promise<void> {
  await button(page, 'Review and save').click()
  await saveButton(page).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

test('a new course is seen before it is saved, then is in the file and the API', async ({ page }) => {
  await open(page, '/content/courses')
  const before = await readCourses()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByLabel('Title (English)').fill('Made in the studio')
  await expect(page.getByLabel('Name in the address')).toHaveValue('made-in-the-studio')
  await page.getByLabel('Start').fill('2027-02-01T17:00')
  await page.getByLabel('Title (Arabic)').fill('صُنعت في الاستوديو')
  const picture = sharp({ create: { width: 640, height: 360, channels: 3, background: 'teal' } }).png()
  const file = { name: '../صورة الدورة.html.png', mimeType: 'image/png', buffer: await picture.toBuffer() }
  await page.getByLabel('Drop a picture here').setInputFiles(file)
  await expect(page.getByText('640 × 360 pixels')).toBeVisible()
  await expect(page.getByLabel('Picture', { exact: true })).toHaveValue('swra-aldwra-html.png')

  await page.getByRole('tab', { name: 'العربية · Phone' }).click()
  const frame = page.frameLocator('iframe')
  await expect(frame.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('صُنعت في الاستوديو')
  expect(await readCourses()).toEqual(before)

  await save(page)
  const after = await readCourses()
  expect(after.slice(0, -1)).toEqual(before)
  const added = { slug: 'made-in-the-studio', image: 'swra-aldwra-html.png', date: '2027-02-01T17:00:00+03:00' }
  expect(after.at(-1)).toMatchObject(added)
  const data = { slug: 'made-in-the-studio' }
  const ask = () => page.request.post(`${stack.api}/api/get-course`, { data })
  await expect.poll(async () => (await ask()).status()).toBe(200)

  await button(page, 'Step back').click()
  await save(page)
  await expect.poll(readCourses).toEqual(before)
})

// `test/studio/server.test.ts` tests that a saved file keeps its layout.
test('a reload loses nothing, and an edit changes its own line of the file', async ({ page }) => {
  await open(page, '/content/courses/0')
  await page.getByLabel('Title (English)').fill('A better title')
  await expect(page.getByText('Not saved: Courses')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Title (English)')).toHaveValue('A better title')
  await button(page, 'Review and save').click()
  await expect(page.getByRole('dialog').locator('.is-added')).toHaveCount(1)
  await saveButton(page).click()
  await expect(page.getByText('Everything is saved.')).toBeVisible()
  expect((await readCourses())[0]?.en_title).toBe('A better title')
})

test('a fault is told at its field in the language of the studio, and is not saved', async ({ page }) => {
  // If two items have the same slug, the later item has the fault.
  await open(page, '/content/courses/1', 'ar')
  const before = await readCourses()
  const [first, second] = before
  const slug = page.getByLabel('الاسم في العنوان')
  await slug.fill(String(first?.slug))
  await expect(page.getByText('لعنصر آخر القيمة نفسها.')).toBeVisible()
  await slug.fill(String(second?.slug))
  await page.getByLabel('عنوان التسجيل').fill('example')
  await expect(page.getByText('عنوان يبدأ بـ')).toBeVisible()
  await slug.fill('')
  await expect(page.getByText('لا يجوز تركه فارغًا.')).toBeVisible()
  await expect(slug).toHaveAttribute('aria-invalid', 'true')
  await button(page, 'مراجعة وحفظ').click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('courses.json /1/slug')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'حفظ', exact: true })).toBeDisabled()
  expect(await readCourses()).toEqual(before)
})

test('the preview fills its column, and one language’s fault does not move the other’s input', async ({ page }) => {
  await open(page, '/content/courses/0')
  await page.getByRole('tab', { name: 'English · Computer' }).click()
  const widthOf = (selector: string) => page.locator(selector).evaluate((box) => box.getBoundingClientRect().width)
  await expect
    .poll(async () => Math.abs((await widthOf('.studio-frame')) - (await widthOf('.studio-frame iframe'))))
    .toBeLessThan(8)
  const [english, arabic] = ['Title (English)', 'Title (Arabic)'].map((label) => page.getByLabel(label))
  await english?.fill('')
  await arabic?.fill('')
  await expect(page.locator('.studio-pair').getByText('found')).toHaveCount(1)
  const top = (await english?.boundingBox())?.y
  expect(top).toBeGreaterThan(0)
  expect((await arabic?.boundingBox())?.y).toBe(top)
})

test('tags between Arabic words are isolated, and what the site drops is named', async ({ page }) => {
  await open(page, '/content/courses/0')
  const body = (language: string) => page.getByRole('textbox', { name: `Text (${language})` })
  await body('Arabic').fill('<h2>محاور الدورة</h2>')
  await expect(body('Arabic').locator('[dir=ltr]')).toHaveText(['<h2>', '</h2>'])
  await body('English').fill('<p onclick="go()">Good</p><script>alert(1)</script>')
  await expect(page.getByText('The site drops: p[onclick], script')).toBeVisible()
  await expect(page.locator('.cm-lintRange-warning')).toHaveCount(2)
  await expect(page.getByRole('region', { name: 'As the site shows it: Text (English)' })).toHaveText('Good')
})

test('a deleted category asks what becomes of its courses', async ({ page }) => {
  await open(page, '/content/courses_categories')
  const [{ category } = { category: '' }] = await readCourses()
  const categories = JSON.parse(await readFile(join(stack.fixturesDir, 'courses_categories.json'), 'utf8'))
  const place = categories.findIndex(({ slug }: { slug: string }) => slug === category)
  await button(page, /^Delete: /, place).click()
  await expect(page.getByText(`the category ⁨${category}⁩, which does not exist`)).toBeVisible()
  await button(page, 'Move them').click()
  await expect(page.getByRole('button', { name: 'Move them' })).toBeHidden()
  await expect(page.getByText('Not saved:')).toContainText('Courses')
  for (let steps = 0; steps < 2; steps++) await button(page, 'Step back').click()
  await expect(page.getByText('Everything is saved.')).toBeVisible()
})

test('two tabs have the same drafts, and a step back in one undoes the other’s edit', async ({ page, context }) => {
  await open(page, '/content/courses/0')
  const other = await context.newPage()
  await open(other, '/content/courses/0')
  const title = (tab: Page) => tab.getByLabel('Title (English)')
  const before = await title(page).inputValue()
  await title(page).fill('By the first tab')
  await expect(title(other)).toHaveValue('By the first tab')
  await other.getByLabel('Title (Arabic)').fill('By the second tab')
  await expect(page.getByLabel('Title (Arabic)')).toHaveValue('By the second tab')
  await expect(title(page)).toHaveValue('By the first tab')
  for (let steps = 0; steps < 2; steps++) await button(other, 'Step back').click()
  await expect(title(page)).toHaveValue(before)
})

test('items are moved, deleted, copied and searched, and the focus stays at their place', async ({ page }) => {
  await open(page, '/content/blogs')
  const [items, focused] = [page.locator('.studio-item-slug'), page.locator(':focus')]
  const [first = '', second = '', ...slugs] = await items.allTextContents()
  const titles = await page.locator('.studio-item-title').allInnerTexts()
  await button(page, /^Move down: /).press('Enter')
  await expect(items).toHaveText([second, first, ...slugs])
  await expect(focused).toHaveAccessibleName(`Move down: ${titles[0]}`)
  await button(page, `Move up: ${titles[0]}`).press('Enter')
  await expect(items).toHaveText([first, second, ...slugs])
  await expect(focused).toHaveAccessibleName(`Move up: ${titles[0]}`)
  await button(page, /^Delete: /, 1).press('Enter')
  await expect(items).toHaveText([first, ...slugs])
  await expect(focused).toHaveText(titles[2] ?? '')
  await button(page, /^Copy: /).click()
  await expect(page.getByLabel('Name in the address')).toHaveValue(`${first}-copy`)
  await page.goto(`${studio}/content/blogs`)
  await page.getByLabel('Search').fill(`${first}-copy`)
  await expect(items).toHaveText([`${first}-copy`])
})

test('a file that was changed on disk is never overwritten', async ({ page }) => {
  await open(page, '/content/courses/0')
  await page.getByLabel('Title (English)').fill('Mine')
  await expect(page.getByText('Not saved: Courses')).toBeVisible()
  const [one, two, ...rest] = await readCourses()
  await writeCourses([one, { ...two, en_title: 'Theirs' }, ...rest] as Course[])
  await expect(page.getByText('was changed by another program meanwhile')).toBeVisible()
  await expect(page.locator('.studio-save .is-added')).toContainText(['Theirs'])
  await button(page, 'Put mine on top').click()
  await save(page)
  const saved = await readCourses()
  expect(saved.slice(0, 2).map(({ en_title }) => en_title)).toEqual(['Mine', 'Theirs'])
})

test('a scenario is mixed, delayed and saved, and opens the site', async ({ page, context }) => {
  await open(page, '/scenarios')
  await page.getByRole('checkbox', { name: 'one-item' }).check()
  await page.getByRole('slider').focus()
  await page.keyboard.press('ArrowRight')
  await page.getByLabel('Name of the new scenario').fill('one-late-item')
  await page.getByLabel('What it is for').fill('One item, 100 ms late')
  await button(page, 'Save as a scenario').click()
  await expect(page.getByText('Saved as one-late-item.')).toBeVisible()
  const file = join(stack.fixturesDir, 'scenarios/one-late-item.json')
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ data: {}, behaviour: [{ delay: 100 }] })
  await page.getByRole('checkbox', { name: 'one-late-item' }).check()
  const opened = context.waitForEvent('page')
  await button(page, 'Open the site in it').click()
  await expect(await opened).toHaveURL(/scenario=one-item%2Cone-late-item%2Cstudio-delay/)
  await context.clearCookies()
})

test('calls are shown as they come, sent again, and kept as fixtures', async ({ page }) => {
  const scenario = { description: 'Other titles', data: { courses: { each: { en_title: 'Kept' } } } }
  await page.request.put(`${stack.api}/__scenarios/other-titles`, { data: scenario })
  await open(page, '/requests')
  const [course] = await readCourses()
  const send = { data: { slug: course?.slug }, headers: { 'x-scenario': 'other-titles' } }
  expect((await page.request.post(`${stack.url}/api/get-course`, send)).status()).toBe(200)
  await page.getByLabel('Scenario', { exact: true }).fill('other-titles')
  const calls = page.locator('.studio-calls > li')
  await expect(calls).toHaveCount(1)
  await button(page, 'Send again').click()
  await expect(page.getByText('Sent again: 200')).toBeVisible()
  await expect(calls).toHaveCount(2)
  await page.getByRole('button', { name: 'Keep as a fixture' }).first().click()
  await expect(page.getByText('It is in the drafts of Courses.')).toBeVisible()
  await expect(page.getByText('Not saved: Courses')).toBeVisible()
})

test('another API is checked, and its content is taken item by item', async ({ page }) => {
  await open(page, '/other-api')
  await page.getByLabel('Address of the API').fill(stack.api)
  await button(page, 'Check the contract').click()
  await expect(page.getByText('This API speaks the contract.')).toBeVisible()
  await page.request.put(`${stack.api}/__scenarios/current`, { data: { current: ['one-item'] } })
  await button(page, 'Compare the content').click()
  await expect(page.getByRole('checkbox').first()).toBeVisible()
  await page.request.put(`${stack.api}/__scenarios/current`, { data: { current: [] } })
  const gone = page.getByRole('checkbox', { name: /^Blog posts: .* gone$/ })
  await expect(gone.first()).not.toBeChecked()
  await gone.first().check()
  await button(page, 'Take 1 item').click()
  await expect(page.getByText('They are in the drafts')).toBeVisible()
  await expect(page.getByText('Not saved: Blog posts')).toBeVisible()
})

test('requests of other sites are refused', async ({ request }) => {
  const data = { changes: [] }
  for (const [headers, status] of [
    [{ origin: 'https://evil.example' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{}, 200],
  ] as [Record<string, string>, number][])
    expect((await request.post(`${studio}/api/save`, { data, headers })).status()).toBe(status)
})

const paths = ['/content/courses', '/content/courses/0', '/content/goals/0', '/scenarios', '/requests', '/other-api']

for (const [locale, width] of [
  ['ar', 360],
  ['en', 1280],
] as const)
  test(`fits and has no fault of accessibility at ${width} px in ${locale}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    for (const path of paths) {
      await open(page, path, locale)
      await expect(page.locator('html')).toHaveAttribute('dir', locale === 'ar' ? 'rtl' : 'ltr')
      const heading = await page.getByRole('heading', { level: 1 }).textContent()
      await expect(page).toHaveTitle(`${heading} – ${locale === 'ar' ? 'الاستوديو' : 'Studio'}`)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      expect([path, await violations(page)]).toEqual([path, []])
    }
  })

test('the keyboard alone edits a title and saves it', async ({ page }) => {
  await open(page, '/content/news')
  const tabTo = async (target: Locator) => {
    const isReached = () => target.evaluate((element) => element === document.activeElement)
    for (let presses = 0; presses < 300 && !(await isReached()); presses++) await page.keyboard.press('Tab')
  }
  const item = page.locator('.studio-item-title').first()
  const title = await item.innerText()
  await tabTo(item)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await tabTo(page.getByLabel('Title (English)'))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('By keyboard')
  await tabTo(button(page, 'Review and save'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await tabTo(saveButton(page))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Everything is saved.')).toBeVisible()
  expect(await readFile(join(stack.fixturesDir, 'news.json'), 'utf8')).toContain('"By keyboard"')
})
