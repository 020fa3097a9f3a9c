import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { readContent } from '../shipped-content'
import { eventually, languages, savesData, sharedBrowser, takenOver } from './visit'

const open = sharedBrowser()
const { courses } = await readContent()

describe.each(languages)('in $locale', ({ paths, titleOf }) => {
  const wanted = courses[3]
  const linkIn = (page: Page) => page.locator(`a.card-link[href="${paths.course(wanted?.slug ?? '')}"]`)

  test('a page that is about to be opened is fetched once, and shown without asking again', async () => {
    const { page, complaints } = await open()
    const calls = await start(page)
    await linkIn(page).hover()
    await eventually(async () => calls.length).toBe(1)
    // From here on nothing could be fetched.
    await page.route('**/api/*', (route) => route.abort())
    await linkIn(page).click()
    await eventually(() => page.title()).toContain(titleOf(wanted))
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(calls).toHaveLength(1)
    expect(complaints).toEqual([])
  })

  test('not where the visitor saves data', async () => {
    const { page } = await open()
    await page.addInitScript(savesData)
    const calls = await start(page)
    await linkIn(page).hover()
    await linkIn(page).focus()
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)))
    expect(calls).toEqual([])
    await linkIn(page).click()
    await page.waitForURL(`**${paths.course(wanted?.slug ?? '')}`)
    await page.locator('.detail h1').waitFor()
    expect(calls).toHaveLength(1)
  })

  /** Opens the list, and gives the calls for single courses from then on. */
  async function start(page: Page): Promise<string[]> {
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/get-course')) calls.push(request.postData() ?? '')
    })
    await page.goto(inject('site') + paths.courses())
    await takenOver(page)
    await page.waitForLoadState('networkidle')
    return calls
  }
})
