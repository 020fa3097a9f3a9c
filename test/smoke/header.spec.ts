import { inLocale } from '#contract/paths'
import { expect, test } from '../site/fixtures'
import { languages, takenOver } from '../site/page'

for (const { locale, t, paths, institute } of languages)
  test(`the header leads home, to its pages and to the other language, from ${locale}`, async ({ page }) => {
    await page.goto(paths.blogs())
    // Reads the links without waiting, because the server has rendered them.
    const header = page.getByRole('banner')
    const brand = header.getByRole('link', { name: institute.name })
    expect(await brand.getAttribute('href')).toBe(paths.home())
    const pages = [
      [t('nav.contactUs'), paths.contactUs()],
      [t('nav.ourMission'), paths.ourMission()],
      [t('nav.whoWeAre'), paths.whoWeAre()],
      [t('nav.blogs'), paths.blogs()],
    ] as const
    const links = header.getByRole('navigation', { name: t('nav.main') })
    for (const [name, path] of pages)
      expect(await links.getByRole('link', { name: String(name), exact: true }).getAttribute('href')).toBe(path)
    const addresses = await header
      .locator('a[href^="/"]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    for (const address of new Set(addresses))
      expect([address, (await page.request.get(String(address))).status()]).toEqual([address, 200])
    expect(addresses).toContain(inLocale(paths.blogs(), locale === 'en' ? 'ar' : 'en'))
    await takenOver(page)
    await brand.click()
    await expect(page).toHaveURL(paths.home())
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
  })
