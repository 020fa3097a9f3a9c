import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { Course } from '#contract/entities'
import { type DevelopmentStack, openStudio, readCourses, test } from '../site/development'
import { expect } from '../site/fixtures'

let stack: DevelopmentStack

test.beforeAll(({ stack: shared }) => {
  stack = shared
})

const writeCourses = (courses: Course[]) =>
  writeFile(join(stack.fixturesDir, 'courses.json'), `${JSON.stringify(courses, null, 2)}\n`)

const open = (page: Page, path: string, locale?: string) => openStudio(page, stack, path, locale)
const button = (page: Page, name: string | RegExp, index = 0) => page.getByRole('button', { name }).nth(index)
const saveButton = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true })

async function save(page: Page): Promise<void> {
  await button(page, 'Review and save').click()
  await saveButton(page).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

test('a new course is seen before it is saved, then is in the file and the API', async ({ page }) => {
  await open(page, '/content/courses')
  const before = await readCourses(stack)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByLabel('Title (English)')).toBeFocused()
  await page.keyboard.type('Made in the studio')
  await expect(page.getByLabel('Name in the address')).toHaveValue('made-in-the-studio')
  await page.getByLabel('Start').fill('2027-02-01T17:00')
  await page.getByLabel('Title (Arabic)').fill('صُنعت في الاستوديو')
  const picture = sharp({ create: { width: 640, height: 360, channels: 3, background: 'teal' } }).png()
  const file = { name: '../صورة الدورة.html.png', mimeType: 'image/png', buffer: await picture.toBuffer() }
  await page.getByLabel('Drop a picture here').setInputFiles(file)
  await expect(page.getByText('640 × 360 pixels')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Picture' })).toContainText('swra-aldwra-html.png')
  // No category is given, and the one that is missing is told by the review.
  const category = page.getByLabel('Category')
  await expect(category).toHaveValue('')
  await expect(category).not.toHaveAttribute('aria-invalid', 'true')
  await button(page, 'Review and save').click()
  await expect(saveButton(page)).toBeDisabled()
  await button(page, 'Close').click()
  await expect(category).toHaveAttribute('aria-invalid', 'true')
  await category.selectOption({ index: 1 })
  await expect(category).not.toHaveAttribute('aria-invalid', 'true')

  await page.getByRole('tab', { name: 'العربية · Phone' }).click()
  const frame = page.frameLocator('iframe')
  await expect(frame.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('صُنعت في الاستوديو')
  expect(await readCourses(stack)).toEqual(before)

  await save(page)
  const after = await readCourses(stack)
  expect(after.slice(0, -1)).toEqual(before)
  const added = { slug: 'made-in-the-studio', image: 'swra-aldwra-html.png', date: '2027-02-01T17:00:00+03:00' }
  expect(after.at(-1)).toMatchObject(added)
  const data = { slug: 'made-in-the-studio' }
  const ask = () => page.request.post(`${stack.api}/api/get-course`, { data })
  await expect.poll(async () => (await ask()).status()).toBe(200)

  await button(page, 'Undo').click()
  await save(page)
  await expect.poll(() => readCourses(stack)).toEqual(before)
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
  expect((await readCourses(stack))[0]?.en_title).toBe('A better title')
})

test('the settings of the site are a form, whose saved values show on pages at once', async ({ page, request }) => {
  await open(page, '/content/site/0')
  await page.getByLabel('Name (English)', { exact: true }).fill('Damascus School of Data')
  const phones = page.getByRole('group', { name: 'Phone numbers', exact: true })
  const shipped = await phones.getByRole('group').count()
  await phones.getByRole('button', { name: 'Add: Phone numbers' }).click()
  const added = phones.getByRole('group').nth(shipped)
  await added.getByRole('textbox', { name: 'Number' }).fill('011 222')
  await expect(added.getByText('An international number')).toBeVisible()
  await added.getByRole('textbox', { name: 'Number' }).fill('\u202a+٩٦٣ 11 222 3344')
  await added.getByLabel('What it is for (Arabic)').fill('الاستقبال')
  for (let index = 0; index < shipped; index++) await button(page, `Delete: Phone numbers 1`).click()
  await expect(page.getByText('Not saved: The institute')).toBeVisible()
  await save(page)

  const read = async () => (await request.get(`${stack.url}/contact-us`)).text()
  await expect.poll(read).toContain('href="tel:+963112223344"')
  expect(await read()).toContain('<title>Contact us | Damascus School of Data</title>')
  expect(await (await request.get(`${stack.url}/ar/contact-us`)).text()).toContain('الاستقبال')
  await button(page, 'Undo').click()
  await save(page)
})

test('a violation is told at its field in the language of the studio, and is not saved', async ({ page }) => {
  // If two items have the same slug, the later item has the violation.
  await open(page, '/content/courses/1', 'ar')
  const before = await readCourses(stack)
  const [first, second] = before
  const slug = page.getByLabel('الاسم في الرابط')
  await slug.fill(String(first?.slug))
  await expect(page.getByText('لعنصر آخر القيمة نفسها.')).toBeVisible()
  await slug.fill(String(second?.slug))
  await page.getByLabel('رابط التسجيل').fill('example')
  await expect(page.getByText('رابط يبدأ بـ')).toBeVisible()
  await slug.fill('')
  await expect(page.getByText('هذا الحقل مطلوب.')).toBeVisible()
  await expect(slug).toHaveAttribute('aria-invalid', 'true')
  await button(page, 'مراجعة وحفظ').click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('courses.json /1/slug')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'حفظ', exact: true })).toBeDisabled()
  expect(await readCourses(stack)).toEqual(before)
})

test('the preview fills its column, and one language’s violation does not move the other’s input', async ({ page }) => {
  await open(page, '/content/courses/0')
  await page.getByRole('tab', { name: 'English · Computer' }).click()
  const widthOf = (selector: string) => page.locator(selector).evaluate((box) => box.getBoundingClientRect().width)
  await expect
    .poll(async () => Math.abs((await widthOf('.studio-frame')) - (await widthOf('.studio-frame iframe'))))
    .toBeLessThan(8)
  const [english, arabic] = ['Title (English)', 'Title (Arabic)'].map((label) => page.getByLabel(label))
  await english?.fill('')
  await arabic?.fill('')
  await expect(page.locator('.studio-pair').getByText('One of the two languages is needed.')).toHaveCount(1)
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
  await expect(page.getByText('The site removes: p[onclick], script')).toBeVisible()
  await expect(page.locator('.cm-lintRange-warning')).toHaveCount(2)
  await expect(page.getByRole('region', { name: 'As the site shows it: Text (English)' })).toHaveText('Good')
})

test('a body is shown with the styles of the site, and with what stands for what it loses', async ({ page }) => {
  await open(page, '/content/courses/0')
  const texts = '<ul><li>One</li></ul><iframe src="https://video.example/1" title="Lecture 1"></iframe>'
  await page.getByRole('textbox', { name: 'Text (English)' }).fill(texts)
  const preview = page.getByRole('region', { name: 'As the site shows it: Text (English)' })
  await expect(preview.getByRole('link', { name: 'Lecture 1' })).toHaveAttribute('href', 'https://video.example/1')
  await expect(page.getByText('The site removes: iframe (a link instead)')).toBeVisible()
  const indentOf = (list: Element) => {
    const { fontSize, paddingInlineStart } = getComputedStyle(list)
    return Number.parseFloat(paddingInlineStart) / Number.parseFloat(fontSize)
  }
  expect(await preview.getByRole('list').evaluate(indentOf)).toBeCloseTo(1.6)
})

test('a deleted category asks what becomes of its courses', async ({ page }) => {
  await open(page, '/content/courses_categories')
  const [{ category } = { category: '' }] = await readCourses(stack)
  const categories = JSON.parse(await readFile(join(stack.fixturesDir, 'courses_categories.json'), 'utf8'))
  const index = categories.findIndex(({ slug }: { slug: string }) => slug === category)
  await button(page, /^Delete: /, index).click()
  await expect(page.getByText(`the category ⁨${category}⁩, which does not exist`)).toBeVisible()
  await button(page, 'Move them').click()
  await expect(page.getByRole('button', { name: 'Move them' })).toBeHidden()
  await expect(page.getByText('Not saved:')).toContainText('Courses')
  for (let steps = 0; steps < 2; steps++) await button(page, 'Undo').click()
  await expect(page.getByText('Everything is saved.')).toBeVisible()
})

test('a step back takes back a text that was typed, not its last letter', async ({ page }) => {
  await open(page, '/content/courses/0')
  const title = page.getByLabel('Title (English)')
  const before = await title.inputValue()
  await title.press('End')
  await title.pressSequentially(' and more')
  await expect(title).toHaveValue(`${before} and more`)
  await button(page, 'Undo').click()
  await expect(title).toHaveValue(before)
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
  for (let steps = 0; steps < 2; steps++) await button(other, 'Undo').click()
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
  await page.goto(`${stack.url}/__studio/content/blogs`)
  await page.getByLabel('Search').fill(`${first}-copy`)
  await expect(items).toHaveText([`${first}-copy`])
})

test('a text whose other language was changed is told with the date, until it is marked as still right', async ({
  page,
}) => {
  await open(page, '/content/team')
  const members = JSON.parse(await readFile(join(stack.fixturesDir, 'team.json'), 'utf8')) as Record<string, string>[]
  const index = members.findIndex(({ en_name, ar_name }) => en_name && ar_name)
  // By another program: the studio's own saves are found in the same way.
  const edited = members.with(index, { ...members[index], en_name: 'A new name' })
  await writeFile(join(stack.fixturesDir, 'team.json'), JSON.stringify(edited))
  const item = page.locator('.studio-item').nth(index)
  await expect(item).toContainText('Arabic out of date: Name')
  await item.getByRole('link').click()
  const note = page.getByText(/^The English text changed on \d\d\/\d\d\/\d{4}, and this one has stayed the same\.$/)
  await expect(note).toBeVisible()
  const arabic = page.getByLabel('Name (Arabic)')
  await arabic.fill('اسم جديد')
  await expect(note).toBeHidden()
  await arabic.fill(String(members[index]?.ar_name))
  await button(page, 'Still right').click()
  await expect(note).toBeHidden()
  await expect(page.getByText('Everything is saved.')).toBeVisible()
  await writeFile(join(stack.fixturesDir, 'team.json'), JSON.stringify(members, null, 2))
})

test('a file that was changed on disk is never overwritten', async ({ page }) => {
  await open(page, '/content/courses/0')
  await page.getByLabel('Title (English)').fill('Mine')
  await expect(page.getByText('Not saved: Courses')).toBeVisible()
  const [one, two, ...rest] = await readCourses(stack)
  await writeCourses([one, { ...two, en_title: 'Theirs' }, ...rest] as Course[])
  await expect(page.getByText('Another program changed')).toBeVisible()
  await expect(page.locator('.studio-save .is-added')).toContainText(['Theirs'])
  await button(page, 'Apply my changes').click()
  await save(page)
  const saved = await readCourses(stack)
  expect(saved.slice(0, 2).map(({ en_title }) => en_title)).toEqual(['Mine', 'Theirs'])
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
