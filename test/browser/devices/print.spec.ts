import { expect, test } from '../../site/fixtures'
import { openToPrint } from '../../site/page'
import { readContent } from '../../support/shipped-content'
import { firstOf } from '../../support/site-pages'

/** A sheet of A4 and a centimetre, in CSS pixels. */
const sheet = { width: 794, height: 1123 }
const centimetre = 96 / 2.54

test.use({ viewport: sheet })

test('a printed course has the institute, a small picture, where to register and the phone, and no control', async ({
  page,
  language: { t, paths, institute },
}) => {
  const { courses } = await readContent()
  // A course without a date can be registered for on any day.
  const { slug, registration_link } = firstOf(courses, (course) => course.registration_link && !course.date)
  await openToPrint(page, paths.course(slug))
  await page.locator('.prose').evaluate((prose) => prose.insertAdjacentHTML('beforeend', '<details><p>Folded</p>'))
  await page.emulateMedia({ media: 'print' })
  const folded = await page.getByText('Folded').boundingBox()
  expect(folded?.height).toBeGreaterThan(10)
  await page
    .locator('.prose details')
    .last()
    .evaluate((details) => details.remove())

  const brand = page.getByRole('banner').getByRole('link', { name: institute.name })
  await expect(brand.getByText(institute.name)).toBeInViewport({ ratio: 1 })
  await expect(brand.locator('.mark')).toBeInViewport({ ratio: 1 })
  const picture = await page.locator('.detail > .picture').boundingBox()
  expect(picture?.height).toBeLessThanOrEqual(4 * centimetre + 1)
  expect(picture?.height).toBeGreaterThan(2 * centimetre)

  const register = page.getByRole('link', { name: t('action.register') })
  await expect(register).toBeVisible()
  await expect(register).toHaveAttribute('href', String(registration_link))
  const addition = await register.evaluate((link) => getComputedStyle(link, '::after').content)
  expect(addition).toContain(String(registration_link))
  await expect(page.locator('.detail').getByText(String(institute.phones[0]?.number))).toBeVisible()
  await expect(page.locator('button, input, nav, .detail-link').filter({ visible: true })).toHaveCount(0)

  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  const sheets = pdf.match(/\/Type \/Page\b/g)?.length ?? 0
  expect(sheets, `${height} px on ${sheets} sheets`).toBeLessThan(height / sheet.height + 1)
})

test('a printed list has no control', async ({ page, language: { paths } }) => {
  await openToPrint(page, paths.courses())
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.locator('button, input, select, summary, nav').filter({ visible: true })).toHaveCount(0)
})

for (const [state, now] of [
  ['has begun', '2100-01-01'],
  ['is still to come', '2000-01-01'],
] as const)
  test(`a printed course or event that ${state} has the phone and no dead control`, async ({ page, language }) => {
    const { t, paths, institute } = language
    const { courses, events } = await readContent()
    await page.clock.setFixedTime(new Date(now))
    const event = firstOf(events, ({ link, date }) => link && date)
    for (const [path, isEvent] of [
      [paths.course(firstOf(courses, ({ date }) => date).slug), false],
      [paths.event(event.slug), true],
    ] as const) {
      await page.emulateMedia({ media: 'screen' })
      await openToPrint(page, path)
      // The browser decides it again, because pages are cached.
      if (now > '2099') await expect(page.getByText(t(isEvent ? 'next.over' : 'next.started'))).toBeVisible()
      await page.emulateMedia({ media: 'print' })
      await expect(page.locator('.detail').getByText(String(institute.phones[0]?.number))).toBeVisible()
      await expect(page.getByRole('link', { name: t('next.others') })).toBeHidden()
      const links = await page
        .locator('.detail-register a, .detail-more a')
        .evaluateAll((all) =>
          all
            .filter((link) => link.checkVisibility())
            .map((link) => [link.getAttribute('href'), getComputedStyle(link, '::after').content] as const),
        )
      // A message's address has its whole text, and would fill lines.
      for (const [href = '', addition] of links)
        if (href?.includes('?text=')) expect(addition).toBe('none')
        else expect(addition).toContain(href)
    }
  })
