import type { Page } from '@playwright/test'
import { Audit, Outcome } from '@siteimprove/alfa-act'
import { Playwright } from '@siteimprove/alfa-playwright'
import rules from '@siteimprove/alfa-rules'
import { Conformance, Criterion } from '@siteimprove/alfa-wcag'

/** Pairs of a rule and a part of the elements where it is mistaken. */
const exceptions = [
  // The `::after` of a card's link makes the whole card its target. axe checks it.
  ['sia-r113', 'class="card-link"'],
  // The editor's text takes the focus, and its keys scroll.
  ['sia-r84', 'class="cm-scroller"'],
] as const

/** Returns the failures that Siteimprove Alfa finds by its rules for WCAG A and AA, each with rule and path of the element. */
export async function alfaFailures(page: Page): Promise<string[]> {
  // Alfa does not know that closed details hide their content, whose boxes lie upon each other.
  const closed = page.locator('details:not([open]) > :not(summary)')
  await closed.evaluateAll((all: HTMLElement[]) => {
    for (const content of all) if (!content.checkVisibility()) content.style.display = 'none'
  })
  const document = await page.evaluateHandle(() => window.document)
  const ofLevelAA = rules.filter((rule) =>
    rule.hasRequirement((each) => Criterion.isCriterion(each) && Conformance.isAA()(each)),
  )
  const outcomes = await Audit.of(await Playwright.toPage(document), ofLevelAA).evaluate()
  await closed.evaluateAll((all: HTMLElement[]) => {
    for (const { style } of all) style.removeProperty('display')
  })
  return Array.from(outcomes)
    .filter(Outcome.isFailed)
    .filter(
      ({ rule, target }) => !exceptions.some(([id, part]) => rule.uri.endsWith(id) && String(target).includes(part)),
    )
    .map((outcome) => `${outcome.rule.uri}: ${String(outcome.target).replaceAll(/\s+/g, ' ').slice(0, 300)}`)
}
