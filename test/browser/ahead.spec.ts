import type { Locator, Page } from '@playwright/test'
import { readContent } from '../shipped-content'
import { expect, test } from '../site/fixtures'
import { drawn, type Language, open, savesData } from '../site/page'
import { firstOf } from '../site-pages'

const { courses } = await readContent()
const wanted = firstOf(courses.slice(3))

test('a page that is about to be opened is fetched once, and shown without asking again', async ({
  page,
  complaints,
  language,
}) => {
  const { calls, link } = await openList(page, language)
  await link.hover()
  await expect.poll(() => calls).toHaveLength(1)
  // From here on nothing could be fetched.
  await page.route('**/api/*', (route) => route.abort())
  await link.click()
  await expect.poll(() => page.title()).toContain(language.titleOf(wanted))
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(calls).toHaveLength(1)
  expect(complaints).toEqual([])
})

test('not where the visitor saves data', async ({ page, language }) => {
  await page.addInitScript(savesData)
  const { calls, link } = await openList(page, language)
  await link.hover()
  await link.focus()
  await drawn(page)
  expect(calls).toEqual([])
  await link.click()
  await expect(page).toHaveURL(language.paths.course(wanted.slug))
  await expect(page.locator('.detail h1')).toBeVisible()
  expect(calls).toHaveLength(1)
})

/** Opens the list. Gives the calls for single courses from then on, and the link to the wanted one. */
async function openList(page: Page, { paths }: Language): Promise<{ calls: string[]; link: Locator }> {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/get-course')) calls.push(request.postData() ?? '')
  })
  await open(page, paths.courses())
  await page.waitForLoadState('networkidle')
  return { calls, link: page.locator(`a.card-link[href="${paths.course(wanted.slug)}"]`) }
}
