import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { violations } from '../site/accessibility'
import { openStudio, test } from '../site/development'
import { expect } from '../site/fixtures'

const drawn = () => sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('pictures that nothing uses are told, and the chosen ones are removed after a question', async ({
  page,
  stack,
}) => {
  const pathOf = (name: string) => join(stack.imagesDir, name)
  for (const name of ['old plan.png', 'older.png']) await writeFile(pathOf(name), await drawn().png().toBuffer())
  await writeFile(pathOf('cut.png'), (await drawn().png().toBuffer()).subarray(0, 60))
  await openStudio(page, stack, '/pictures', 'ar')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('صور غير مستخدمة')
  const old = page.getByRole('checkbox', { name: 'old plan.png' })
  await expect(page.getByRole('checkbox', { name: 'older.png' })).not.toBeChecked()
  await expect(page.getByRole('listitem').filter({ hasText: 'cut.png' })).toContainText('لا يمكن عرضها')
  const remove = button(page, 'حذف الصور المختارة')
  await expect(remove).toBeDisabled()
  await old.check()
  expect(await violations(page)).toEqual([])

  await remove.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('أتريد حذف صورة واحدة')
  await expect(dialog).toContainText('old plan.png')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'إلغاء' }).click()
  await expect(dialog).toBeHidden()
  await expect(old).toBeChecked()
  expect(existsSync(pathOf('old plan.png'))).toBe(true)

  await remove.click()
  await dialog.getByRole('button', { name: 'حذف', exact: true }).click()
  await expect(page.getByText('حُذفت صورة واحدة.')).toBeVisible()
  await expect(old).toBeHidden()
  expect(existsSync(pathOf('old plan.png'))).toBe(false)
  expect(existsSync(pathOf('older.png'))).toBe(true)

  // A draft that nobody has saved uses its picture, too.
  await page.goto(`${stack.url}/__studio/content/news/0`)
  await page.getByRole('group', { name: 'الصورة' }).getByRole('button', { name: 'اختر صورة', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'older.png' }).click()
  await expect(page.getByText('لم يُحفظ: الأخبار')).toBeVisible()
  await page.getByRole('link', { name: 'الصور', exact: true }).click()
  await expect(page.getByRole('checkbox', { name: 'cut.png' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'older.png' })).toBeHidden()
})

const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x08mdat', 'latin1')

test('a file that is no picture of the site is refused with the reason and the way out', async ({ context, stack }) => {
  const [png, jpeg] = [await drawn().png().toBuffer(), await drawn().jpeg().toBuffer()]
  const wide = sharp({ create: { width: 10_000, height: 5_001, channels: 3, background: 'teal' } }).png()
  const refusals: [name: string, bytes: Buffer, arabic: string, english: string][] = [
    ['empty.png', Buffer.from(''), 'الملف فارغ', 'This file is empty'],
    ['a.png', Buffer.from('<script>'), 'ليس هذا الملف صورة', 'This file is no picture'],
    ['plan.pdf', Buffer.from('%PDF-1.7'), 'ليس هذا الملف صورة', 'This file is no picture'],
    ['cut.png', png.subarray(0, 60), 'تالفة أو ناقصة', 'damaged or cut short'],
    ['IMG_1.HEIC', heic, 'الأكثر توافقًا', 'Most Compatible'],
    ['IMG_1.jpg', heic, 'الأكثر توافقًا', 'Most Compatible'],
    ['scan.png', Buffer.from('II*\0 and more'), 'صورة بصيغة ⁦TIFF⁩', 'a picture in TIFF'],
    ['plan.png', jpeg, 'سمّه ⁨plan.jpg⁩', 'Name it plan.jpg'],
    ['wide.png', await wide.toBuffer(), '⁦50⁩ مليون بكسل', '50 million pixels'],
  ]
  for (const locale of ['ar', 'en'] as const) {
    const tab = await context.newPage()
    await openStudio(tab, stack, '/content/events/0', locale)
    const picture = tab.getByRole('group', { name: locale === 'ar' ? 'الصورة' : 'Picture' })
    const before = await picture.getByRole('paragraph').first().innerText()
    const upload = tab.getByLabel(locale === 'ar' ? 'أفلت صورة هنا' : 'Drop a picture here')
    for (const [name, buffer, arabic, english] of refusals) {
      await upload.setInputFiles({ name, mimeType: 'image/png', buffer })
      await expect(picture.getByRole('alert')).toContainText(locale === 'ar' ? arabic : english)
      // The same file can be chosen again after it was mended.
      await expect(upload).toHaveValue('')
    }
    expect(await violations(tab)).toEqual([])
    await expect(picture.getByRole('paragraph').first()).toHaveText(before)
    const name = `good ${locale}.avif`
    await upload.setInputFiles({ name, mimeType: 'image/avif', buffer: await drawn().avif().toBuffer() })
    await expect(picture).toContainText(`good-${locale}.avif`)
    await expect(picture.getByRole('alert')).toBeHidden()
    await tab.close()
  }
})
