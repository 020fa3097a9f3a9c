import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { violations } from '../site/accessibility'
import { openStudio, readCourses, test } from '../site/development'
import { expect } from '../site/fixtures'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('an Arabic editor writes a body with a list, a link, a picture, a table and a formula by buttons', async ({
  page,
  stack,
}) => {
  await openStudio(page, stack, '/content/blogs', 'ar')
  await button(page, 'إضافة').click()
  const title = page.getByLabel('العنوان (العربية)')
  await expect(title).toBeFocused()
  // Nothing is red before anything was typed, and the Arabic field comes first.
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0)
  const right = async (label: string) => (await page.getByLabel(label).boundingBox())?.x ?? 0
  expect(await right('العنوان (العربية)')).toBeGreaterThan(await right('العنوان (الإنكليزية)'))
  await expect(page.getByRole('tab').first()).toHaveText(/^العربية/)
  await title.fill('تدوينة')

  const body = page.getByRole('textbox', { name: 'النص (العربية)' })
  const tools = page.getByRole('toolbar', { name: 'أزرار النص (العربية)' })
  const look = page.getByRole('region', { name: 'كما يعرضه الموقع: النص (العربية)' })
  const dialog = page.getByRole('dialog')
  const tool = (name: string) => tools.getByRole('button', { name, exact: true })
  const insert = async () => {
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'إدراج' }).click()
    await expect(dialog).toBeHidden()
    await expect(body).toBeFocused()
  }
  const address = dialog.getByRole('textbox', { name: 'الرابط', exact: true })
  await body.click()
  await tool('عنوان').click()
  await page.keyboard.type('مقدمة')
  await page.keyboard.press('Enter')
  await page.keyboard.type('اتصل على +963 944 123 456 أو زر ')
  await tool('رابط').click()
  await dialog.getByLabel('نص الرابط').fill('موقعنا')
  await address.fill('javascript:alert(1)')
  await dialog.getByRole('button', { name: 'إدراج' }).click()
  await expect(dialog.getByText('لا يمكن للصفحات أن ترتبط بهذا.')).toBeVisible()
  await address.fill('example.org')
  await insert()
  await tool('جدول').click()
  await dialog.getByLabel('الصفوف').fill('2')
  await dialog.getByRole('spinbutton', { name: 'الأعمدة' }).fill('1')
  await insert()
  await page.keyboard.type('خلية')
  await page.keyboard.press('ControlOrMeta+End')
  await tool('قائمة').click()
  await page.keyboard.type('أولًا')
  await page.keyboard.press('Enter')
  await page.keyboard.type('ثانيًا')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await tool('صورة').click()
  await dialog
    .getByRole('button', { name: /\.(?:png|webp)$/ })
    .first()
    .click()
  await dialog.getByLabel('وصف الصورة').fill('شعار')
  await insert()
  await tool('معادلة').click()
  await dialog.getByRole('button', { name: 'كسر' }).click()
  await expect(dialog.locator('math mfrac')).toBeVisible()
  await insert()

  await expect(look.getByRole('heading', { level: 2 })).toHaveText('مقدمة')
  await expect(look.getByRole('link', { name: 'موقعنا' })).toHaveAttribute('href', 'https://example.org')
  await expect(look.getByRole('columnheader').first()).toHaveText('خلية')
  await expect(look.getByRole('listitem')).toHaveText(['أولًا', 'ثانيًا'])
  await expect(look.getByRole('img', { name: 'شعار' })).toBeVisible()
  await expect(look.locator('math mfrac')).toBeVisible()
  // As on the site, a phone number has a direction of its own.
  await expect(look.locator('bdi')).toHaveText('+963 944 123 456')
  await expect(page.getByText('يحذف الموقع')).toBeHidden()
  expect(await violations(page)).toEqual([])

  // One step of undo takes one insertion back.
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(look.locator('math')).toHaveCount(0)
  await expect(look.getByRole('img', { name: 'شعار' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Shift+Z')
  await expect(look.locator('math')).toHaveCount(1)

  await button(page, 'مراجعة وحفظ').click()
  await dialog.getByRole('button', { name: 'حفظ', exact: true }).click()
  await expect(page.getByText('كل شيء محفوظ.')).toBeVisible()
  const blogs = JSON.parse(await readFile(join(stack.fixturesDir, 'blogs.json'), 'utf8')) as Record<string, string>[]
  expect(blogs.at(-1)?.ar_body).toMatch(/^<h2>مقدمة<\/h2>\n<p>.*<\/p>\n<table>[\s\S]*<math display="block"><mfrac>/)
})

test('a text pasted from Word keeps its structure, and what is lost is told', async ({ page, stack }) => {
  await openStudio(page, stack, '/content/goals/0', 'ar')
  const body = page.getByRole('textbox', { name: /\(العربية\)/ }).first()
  const look = page.locator('.studio-look').first()
  const field = page.locator('.studio-field').first()
  /** Does what a browser does with the text and the HTML of its clipboard. */
  const paste = (text: string, html = '') =>
    body.evaluate(
      (element, [text = '', html = '']) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', text)
        clipboardData.setData('text/html', html)
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      },
      [text, html],
    )
  await body.click()
  await page.keyboard.press('ControlOrMeta+A')
  const item = '<span style="mso-list:Ignore">1.<span>&nbsp;</span></span><![endif]>'
  await paste(
    'محاور أولًا الموقع',
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><h1 dir=RTL>محاور<o:p></o:p></h1><p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]>${item}أولًا</p><p class=MsoNormal><a href="https://example.org">الموقع</a><img src="file:///C:/a.png"><script>window.ran = true</script></p></body></html>`,
  )
  await expect(look.getByRole('heading', { level: 2 })).toHaveText('محاور')
  await expect(look.getByRole('listitem')).toHaveText('أولًا')
  await expect(look.getByRole('link')).toHaveAttribute('href', 'https://example.org')
  await expect(field.getByText('لم تُلصق الصور: أدرجها بزر «صورة».')).toBeVisible()
  await expect(field.getByText('يحذف الموقع')).toBeHidden()
  // A paragraph per line of a message, and the sign in it is no tag.
  await page.keyboard.press('ControlOrMeta+End')
  await paste('مقاعد < 20\n\nسجّل الآن')
  await expect(look.getByRole('paragraph')).toHaveText(['الموقع', 'مقاعد < 20', 'سجّل الآن'])
  await expect(field.getByText('لم تُلصق')).toBeHidden()
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(look.getByRole('paragraph')).toHaveText(['الموقع'])
  // HTML is pasted as it is.
  await page.keyboard.press('ControlOrMeta+End')
  await paste('<h3>ملاحظة</h3>')
  await expect(look.getByRole('heading', { level: 3 })).toHaveText('ملاحظة')
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
})

test('the buttons of a body are reached and used by keyboard alone', async ({ page, stack }) => {
  await openStudio(page, stack, '/content/goals/0')
  const tools = page.getByRole('toolbar').first()
  await tools.getByRole('button').first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.locator(':focus')).toHaveText('Heading')
  await page.keyboard.press('Tab')
  await expect(page.locator(':focus')).toHaveRole('textbox')
  await page.keyboard.press('Shift+Tab')
  await expect(page.locator(':focus')).toHaveText('Heading')
  for (let presses = 0; presses < 8; presses++) await page.keyboard.press('ArrowRight')
  await expect(page.locator(':focus')).toHaveText('Table')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByLabel('Rows')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator(':focus')).toHaveText('Table')
})

test('items are ordered by number and by dragging', async ({ page, stack }) => {
  await openStudio(page, stack, '/content/courses')
  const slugs = (await readCourses(stack)).map(({ slug }) => slug)
  const items = page.locator('.studio-item-slug')
  const place = page.getByLabel(/^Place in the list: /)
  await place.first().fill('3')
  await page.keyboard.press('Enter')
  await expect(items).toHaveText([slugs[1], slugs[2], slugs[0], ...slugs.slice(3)] as string[])
  await expect(place.nth(2)).toBeFocused()
  // A number that is no place of the list changes nothing.
  await place.first().fill('99')
  await page.keyboard.press('Enter')
  await place.nth(1).focus()
  await expect(place.first()).toHaveValue('1')
  await page.locator('.studio-item-handle').nth(2).dragTo(page.locator('.studio-item').first())
  await expect(items).toHaveText(slugs as string[])
  await expect(page.getByText('Everything is saved.')).toBeVisible()
})

test('a picture is chosen by its thumbnail', async ({ page, stack }) => {
  await openStudio(page, stack, '/content/courses/0')
  const picture = page.getByRole('group', { name: 'Picture' })
  await picture.getByRole('button', { name: 'Choose a picture' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Search').fill('photo one')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'photo one.jpg' }).click()
  await expect(picture).toContainText('photo one.jpg')
  await picture.getByRole('button', { name: 'Without a picture' }).click()
  await expect(picture).toContainText('No picture is chosen.')
})

test('an Arabic editor reads why something failed in Arabic', async ({ page, stack }) => {
  await openStudio(page, stack, '/content/courses/0', 'ar')
  await page.getByLabel('أفلت صورة هنا').setInputFiles({
    name: 'a.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<script>'),
  })
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('ليس هذا الملف صورة يعرضها الموقع.')
  await expect(alert.getByText('a.png: expected a picture')).toBeHidden()
  await alert.getByText('التفاصيل بالإنكليزية').click()
  await expect(alert.getByText('a.png: expected a picture')).toBeVisible()
})
