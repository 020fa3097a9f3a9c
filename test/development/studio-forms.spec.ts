import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { violations } from '../site/accessibility'
import { openStudio, readCourses, test } from '../site/development'
import { expect } from '../site/fixtures'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('an unfinished new item is not red after a reload, and its list says in words that it needs fixing', async ({
  page,
  stack,
}) => {
  await openStudio(page, stack, '/content/courses', 'ar')
  await button(page, 'إضافة').click()
  await page.getByLabel('العنوان (العربية)').fill('الشبكات العصبية')
  await expect(page.getByText('لم يُحفظ: الدورات')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('العنوان (العربية)')).toHaveValue('الشبكات العصبية')
  const item = page.locator('.studio-item').filter({ hasText: 'الشبكات العصبية' })
  await page.getByRole('link', { name: 'الدورات' }).click()
  // The list shows the violation, so the form knows it too.
  await expect(item).toContainText('يحتاج إلى إصلاح')
  // A search finds other spellings and words in any order, and no names of fields.
  const search = page.getByLabel('بحث')
  await search.fill('عصبيه شبكات')
  await expect(page.locator('.studio-item')).toHaveCount(1)
  await search.fill('ar_title')
  await expect(page.locator('.studio-item')).toHaveCount(0)
  await search.fill('عصبية')
  await item.getByRole('link').click()
  await expect(page.getByLabel('التصنيف')).toHaveAttribute('required')
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0)
})

test('tags lose empty lines and repetitions when the field is left', async ({ page, stack }) => {
  await openStudio(page, stack, '/content/courses/0')
  const tags = page.getByLabel('Tags')
  await tags.fill('Python\n')
  await expect(tags).toHaveValue('Python\n')
  await tags.fill('Python\n\n Data \nPython\n')
  await tags.blur()
  await expect(tags).toHaveValue('Python\nData')
})

test('the lists of an object’s languages begin with Arabic in the Arabic studio', async ({ page, stack }) => {
  await openStudio(page, stack, '/content/site/0', 'ar')
  const names = page.getByRole('group', { name: 'أرقام الهاتف 1' }).getByLabel('الغرض منه')
  await expect(names.first()).toHaveAttribute('lang', 'ar')
})

test('the review names the changed items and fields, and the changes of two editors to one item are both kept', async ({
  page,
  stack,
}) => {
  const [first, second, third, ...rest] = await readCourses(stack)
  if (!first || !second || !third) throw new Error('there are no three courses')
  // A button that has just been enabled changes its colours over some frames.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openStudio(page, stack, '/content/courses')
  const title = String(second.en_title || second.ar_title)
  await page
    .getByRole('button', { name: /^Delete: / })
    .nth(1)
    .click()
  await page.goto(`${stack.url}/__studio/content/courses/0`)
  await page.getByLabel('Title (Arabic)').fill('عنواني')
  await page.getByLabel('Title (English)').fill('Mine')
  await expect(page.getByText('Not saved: Courses')).toBeVisible()
  const theirs = [{ ...first, en_description: 'Theirs' }, second, { ...third, en_title: 'Theirs too' }, ...rest]
  await writeFile(join(stack.fixturesDir, 'courses.json'), JSON.stringify(theirs, null, 2))
  const told = page.getByRole('region', { name: 'Save' }).locator('.alert')
  await expect(told).toContainText('Another program changed')
  await expect(told.getByRole('listitem').filter({ hasText: 'Theirs too' })).toContainText('Title (English)')
  await button(page, 'Apply my changes').click()
  await button(page, 'Review and save').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('listitem')).toHaveText([
    'changed Mine: Title (English) and Title (Arabic)',
    `removed ${title}`,
  ])
  const save = dialog.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toBeEnabled()
  expect(await violations(page)).toEqual([])
  await save.click()
  await expect(page.getByText('Everything is saved.')).toBeVisible()
  const mine = { ...first, en_title: 'Mine', ar_title: 'عنواني', en_description: 'Theirs' }
  expect((await readCourses(stack)).slice(0, 2)).toEqual([mine, { ...third, en_title: 'Theirs too' }])
  await writeFile(join(stack.fixturesDir, 'courses.json'), JSON.stringify([first, second, third, ...rest], null, 2))
})

test('a server that does not answer is told, and the drafts stay', async ({ page, stack }) => {
  for (const [locale, label, told] of [
    ['ar', 'العنوان (العربية)', 'لا يجيب الخادم.'],
    ['en', 'Title (Arabic)', 'The server does not answer.'],
  ] as const) {
    await openStudio(page, stack, '/content/news/0', locale)
    const before = await page.getByLabel(label).inputValue()
    await page.route('**/__studio/api/**', (route) => route.abort())
    await page.getByLabel(label).fill(`${locale} ${before}`)
    await expect(page.getByRole('main').getByText(told).first()).toBeVisible()
    await expect(page.getByRole('alert').first()).toBeVisible()
    await page.unroute('**/__studio/api/**')
    await expect(page.getByText(told)).toHaveCount(0)
    await expect(page.getByLabel(label)).toHaveValue(`${locale} ${before}`)
    await page.evaluate(() => localStorage.removeItem('studio-drafts'))
  }
})
