import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { drawn } from './page'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds: rule, element and why. `target-size` is off by default. */
export async function violations(page: Page): Promise<string[]> {
  // Evaluated, not added as an element: the policy allows no foreign script.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source)
  await drawn(page)
  const found = await page.evaluate(
    (values) =>
      (window as unknown as { axe: typeof axe }).axe.run({
        runOnly: { type: 'tag', values },
        rules: { 'target-size': { enabled: true } },
        resultTypes: ['violations'],
      }),
    tags,
  )
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}
