import type { Page } from '@playwright/test'
import { expect, failing, test } from '../../site/fixtures'
import { open, replacePictures } from '../../site/page'
import { pageStates } from '../../site/page-states'
import { readContent } from '../../support/shipped-content'
import { firstOf, sitePages } from '../../support/site-pages'
import { alfaFailures } from './alfa'

test.use({ reducedMotion: 'reduce' })

const widths = [320, 768, 1280]

/** The widths for the test at a position: all with `ALFA=full`, or else one, in turns, because an audit takes seconds. */
const widthsAt = (position: number) =>
  process.env.ALFA === 'full' ? widths : widths.slice(position % widths.length).slice(0, 1)

async function expectNone(page: Page, position: number, enter: () => Promise<unknown>): Promise<void> {
  await replacePictures(page)
  for (const width of widthsAt(position)) {
    await page.setViewportSize({ width, height: 780 })
    await enter()
    expect.soft(await alfaFailures(page), `${width} px`).toEqual([])
  }
}

const pages = sitePages(await readContent())
pages
  .filter(({ locale }) => locale === 'en')
  .forEach(({ name }, index) => {
    test(`Alfa finds no failure on ${name}`, failing, async ({ page, language: { locale } }) => {
      const { path } = firstOf(pages, (each) => each.name === name && each.locale === locale)
      // Arabic has another width than English.
      await expectNone(page, locale === 'ar' ? index + 1 : index, () => open(page, path))
    })
  })

Object.entries(pageStates).forEach(([name, enter], index) => {
  test(`Alfa finds no failure on ${name}`, failing, async ({ page, language, scenarioSite }) => {
    const position = language.locale === 'ar' ? index + 1 : index
    await expectNone(page, position, () => enter(page, language, scenarioSite.address))
  })
})

test('Alfa finds a planted fault', async ({ page, language: { paths } }) => {
  await open(page, paths.contactUs())
  await page.evaluate(() => {
    const image = document.createElement('img')
    image.src = '/favicon.svg'
    image.width = image.height = 40
    document.querySelector('main')?.append(image, document.createElement('button'))
  })
  expect((await alfaFailures(page)).length).toBeGreaterThanOrEqual(2)
})
