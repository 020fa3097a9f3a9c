import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../site/fixtures'
import { drawn, type Language, open, savesData } from '../site/page'
import { readContent } from '../support/shipped-content'
import { firstOf } from '../support/site-pages'

const { courses } = await readContent()
const wanted = firstOf(courses.slice(3))

test('a page is prefetched once on hover, and shown without another call', async ({ page, complaints, language }) => {
  const { calls, link } = await openList(page, language)
  await link.hover()
  await expect.poll(() => calls).toHaveLength(1)
  // Blocks all further calls.
  await page.route('**/api/*', (route) => route.abort())
  await link.click()
  await expect.poll(() => page.title()).toContain(language.titleOf(wanted))
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(calls).toHaveLength(1)
  expect(complaints).toEqual([])
})

test('pages are not prefetched when the visitor saves data', async ({ page, language }) => {
  await page.addInitScript(savesData)
  const { calls, link } = await openList(page, language)
  await link.hover()
  await link.focus()
  await drawn(page)
  expect(calls).toEqual([])
  await link.click()
  await expect(page).toHaveURL(language.paths.course(wanted.slug))
  await expect(page.locator('.detail h1')).toBeVisible()
  await expect.poll(() => calls).toHaveLength(1)
})

/** Opens the list. Returns the calls for single courses made from then on, and the link to the wanted one. */
async function openList(page: Page, { paths }: Language): Promise<{ calls: string[]; link: Locator }> {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/get-course')) calls.push(request.postData() ?? '')
  })
  await open(page, paths.courses())
  await page.waitForLoadState('networkidle')
  return { calls, link: page.locator(`a.card-link[href="${paths.course(wanted.slug)}"]`) }
}
