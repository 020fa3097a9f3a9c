import type { Page } from '@playwright/test'
import { expect, test } from '../site/fixtures'
import type { Language } from '../site/page'
import { open } from '../site/page'

const footerOf = (page: Page) => page.getByRole('contentinfo')

test('the footer has phone, mail, WhatsApp once, and the year in which the site was built', async ({
  page,
  language: { paths, institute },
}) => {
  await page.goto(paths.courses())
  const sent = await (await page.request.get(paths.courses())).text()
  await open(page, paths.courses())
  const footer = footerOf(page)
  const hrefs = [institute.phones[0]?.href, `mailto:${institute.email}`, institute.whatsapp]
  for (const href of hrefs) await expect(footer.locator(`a[href="${href}"]`)).toHaveCount(1)
  const year = footer.getByText(`© `)
  await expect(year).toHaveText(new RegExp(`^© 20\\d\\d ${institute.name}$`))
  expect(sent).toContain(await year.textContent())
})

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })

    test('external links are folded on a phone and open in a wide window', async ({ page, language }) => {
      const count = language.institute.footerLinks.flatMap(({ links }) => links).length
      expect(count).toBeGreaterThan(10)
      const { links, heading, summary } = externalLinks(page, language)
      await page.setViewportSize({ width: 360, height: 640 })
      await page.goto(language.paths.blogs())
      await expect(heading).toHaveCount(1)
      await expect(links).toHaveCount(0)
      await summary.focus()
      await page.keyboard.press('Enter')
      await expect(links).toHaveCount(count)
      await page.keyboard.press('Enter')
      await expect(links).toHaveCount(0)

      await page.setViewportSize({ width: 1280, height: 800 })
      await expect(heading).toHaveCount(1)
      await expect(links).toHaveCount(count)
      await expect(summary).toBeHidden()
    })
  })

/** The external links that can be seen, their heading, and the control that unfolds them. */
function externalLinks(page: Page, { t, institute }: Language) {
  const hrefs = institute.footerLinks.flatMap(({ links }) => links.map(({ href }) => `a[href="${href}"]`))
  return {
    links: footerOf(page).locator(hrefs.join()).filter({ visible: true }),
    heading: footerOf(page).getByRole('heading', { level: 2, name: t('footer.externalLinks') }),
    summary: footerOf(page).locator('summary'),
  }
}
