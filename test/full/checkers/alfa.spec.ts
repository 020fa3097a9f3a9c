import type { Page } from '@playwright/test'
import { Audit, Outcome } from '@siteimprove/alfa-act'
import { Playwright } from '@siteimprove/alfa-playwright'
import rules from '@siteimprove/alfa-rules'
import { Conformance, Criterion } from '@siteimprove/alfa-wcag'
import { expect, failing, test } from '../../site/fixtures'
import { open, replacePictures } from '../../site/page'
import { readContent } from '../../support/shipped-content'
import { firstOf, sitePages } from '../../support/site-pages'

/** Returns the failures that Siteimprove Alfa finds by its rules for WCAG A and AA, each with rule and path of the element. */
async function failures(page: Page): Promise<string[]> {
  const document = await page.evaluateHandle(() => window.document)
  const ofLevelAA = rules.filter((rule) =>
    rule.hasRequirement((each) => Criterion.isCriterion(each) && Conformance.isAA()(each)),
  )
  const outcomes = await Audit.of(await Playwright.toPage(document), ofLevelAA).evaluate()
  return (
    Array.from(outcomes)
      .filter(Outcome.isFailed)
      // Alfa does not see that the `::after` of a card's link makes the whole card its target. axe does.
      .filter(({ rule, target }) => !(rule.uri.endsWith('sia-r113') && String(target).includes('class="card-link"')))
      .map((outcome) => `${outcome.rule.uri}: ${String(outcome.target).replaceAll(/\s+/g, ' ').slice(0, 300)}`)
  )
}

test.use({ reducedMotion: 'reduce' })
const pages = sitePages(await readContent())
for (const { name } of pages.filter(({ locale }) => locale === 'en'))
  test(`Alfa finds no failure on ${name}`, failing, async ({ page, language: { locale } }) => {
    await replacePictures(page)
    await page.setViewportSize({ width: 360, height: 780 })
    await page.goto(firstOf(pages, (each) => each.name === name && each.locale === locale).path)
    expect(await failures(page)).toEqual([])
  })

test('Alfa finds a planted fault', async ({ page, language: { paths } }) => {
  await open(page, paths.contactUs())
  await page.evaluate(() => {
    const image = document.createElement('img')
    image.src = '/favicon.svg'
    image.width = image.height = 40
    document.querySelector('main')?.append(image, document.createElement('button'))
  })
  expect((await failures(page)).length).toBeGreaterThanOrEqual(2)
})
