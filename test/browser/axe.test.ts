import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { readContent } from '../shipped-content'
import { sitePages } from '../site-pages'
import { languages, sharedBrowser, takenOver } from './visit'

const open = sharedBrowser()
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

describe.each(sitePages(await readContent()))('$name in $locale', ({ path }) => {
  test('has no violation at 1280 and at 360 px', async () => {
    // Without motion, so that nothing is judged half faded.
    const { page } = await open({ reducedMotion: 'reduce' })
    await page.goto(inject('site') + path)
    await takenOver(page)
    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 360, height: 780 })
    expect(await violations(page)).toEqual([])
  })
})

test.each(languages)('open menus in $locale have no violation', async ({ t, paths }) => {
  const { page } = await open({ reducedMotion: 'reduce' })
  await page.goto(inject('site') + paths.contactUs())
  await takenOver(page)
  await page.getByRole('button', { name: t('nav.courses'), exact: true }).click()
  expect(await violations(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 780 })
  await page.getByRole('button', { name: t('nav.menu'), exact: true }).click()
  await page.getByRole('button', { name: t('nav.news'), exact: true }).click()
  expect(await violations(page)).toEqual([])
})

/** What axe finds: rule, element and why. `target-size` is off by default. */
async function violations(page: Page): Promise<string[]> {
  // Evaluated, not added as an element: the policy allows no foreign script.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source)
  const found = await page.evaluate(async (values) => {
    // A new width is told to observers with the next frame.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    return (window as unknown as { axe: typeof axe }).axe.run({
      runOnly: { type: 'tag', values },
      rules: { 'target-size': { enabled: true } },
      resultTypes: ['violations'],
    })
  }, tags)
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}
