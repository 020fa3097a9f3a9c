import type { Page, Route } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { operations } from '#contract/operations'
import { readContent } from '../shipped-content'
import { firstOf } from '../site-pages'
import { goTo, hurry } from './router-walk'
import { eventually, hold, languages, sharedBrowser, takenOver, watchShifts } from './visit'

const open = sharedBrowser()
const content = await readContent()
const wanted = firstOf(content.courses.slice(2))
const calls = `**${operations.course.path}`

const answerWith = (data: unknown) => (route: Route) => route.fulfill({ json: { data } })

/** All that the polite live region says from now on. */
async function listenTo(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = []
    Object.assign(window, { said })
    const region = document.querySelector('p[role="status"]')
    if (!region) throw new Error('the page has no live region')
    const listener = new MutationObserver(() => said.push(region.textContent))
    listener.observe(region, { subtree: true, childList: true, characterData: true })
  })
  return () => page.evaluate(() => Reflect.get(window, 'said'))
}

describe.each(languages)('before the API has answered in $locale', ({ locale, t, paths, titleOf }) => {
  const title = titleOf(wanted)
  const edited = { ...wanted, [`${locale}_body`]: '<p>edited a moment ago</p>' }
  const headingOf = (page: Page) => page.locator('main[aria-busy="false"]:not(.is-awaiting) h1')
  const noticeOf = (page: Page) => page.getByRole('alert').filter({ hasText: t('error.kept') })
  const openList = async (page: Page) => {
    await page.goto(inject('site') + paths.courses())
    await takenOver(page)
  }
  /** Taps the wanted course, the calls for courses held; gives what decides on them. */
  const tap = async (page: Page) => {
    const decide = await hold(page, calls)
    await page.locator(`a.card-link[href="${paths.course(wanted.slug)}"]`).click()
    return decide
  }
  /** Shows the wanted course before the API has answered. */
  const showEarly = async (page: Page) => {
    await openList(page)
    const decide = await tap(page)
    await headingOf(page).filter({ hasText: title }).waitFor()
    return decide
  }
  const goBack = async (page: Page) => {
    await page.goBack()
    await headingOf(page)
      .filter({ hasText: t('list.ourCourses') })
      .waitFor()
  }
  /** Has the API answer, and gives the page time for it. */
  const answer = async (page: Page, decide: Awaited<ReturnType<typeof hold>>, data: unknown) => {
    const answered = page.waitForResponse(calls)
    decide(answerWith(data))
    await (await answered).finished()
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
  }

  test('a page is there, and then shows what that says, as quietly', async () => {
    const { page, complaints } = await open()
    const shift = await watchShifts(page)
    await openList(page)
    const said = await listenTo(page)
    const decide = await tap(page)
    await headingOf(page).filter({ hasText: title }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.evaluate(() => window.scrollTo({ top: 150, behavior: 'instant' }))
    decide(answerWith(edited))
    await page.getByText('edited a moment ago').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    // Where making the page takes a moment, that it loads is said first.
    const titles = async () => (await said()).filter((text) => text !== t('status.loading'))
    await eventually(titles).toEqual([await page.title()])
    expect(await page.evaluate(() => [document.activeElement?.id, window.scrollY])).toEqual(['main', 150])
    expect(complaints).toEqual([])

    // Who says something else once is waited for: another API's lists may know less than its items.
    await goBack(page)
    const again = await hold(page, calls)
    await goTo(page, paths.course(firstOf(content.courses).slug))
    await page.locator('main.is-awaiting').waitFor()
    again()
    await headingOf(page)
      .filter({ hasText: titleOf(firstOf(content.courses)) })
      .waitFor()
    expect(await shift()).toBeLessThan(0.05)
  })

  test('nothing is made anew where it says the same', async () => {
    const { page, complaints } = await open()
    const decide = await showEarly(page)
    await page.evaluate(() => {
      const changes: string[] = []
      Object.assign(window, { changes })
      const note = (records: MutationRecord[]) => changes.push(...records.map(({ type }) => type))
      const main = document.querySelector('main')
      if (main) new MutationObserver(note).observe(main, { subtree: true, childList: true, characterData: true })
    })
    // In another order, and with a field that no page shows.
    await answer(page, decide, { views: 7, ...Object.fromEntries(Object.entries(wanted).reverse()) })
    expect(await page.evaluate(() => Reflect.get(window, 'changes'))).toEqual([])
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('a page is there, and says so when the API fails, until it is back', async () => {
    const { page } = await open()
    const decide = await showEarly(page)
    expect(await page.getByRole('alert').count()).toBe(0)
    let isDown = true
    decide((route) => (isDown ? route.abort('connectionrefused') : route.continue()))
    await noticeOf(page)
      .getByRole('button', { name: t('action.tryAgain') })
      .waitFor()
    expect(await headingOf(page).textContent()).toBe(title)
    isDown = false
    await noticeOf(page).waitFor({ state: 'detached' })
    expect(await headingOf(page).textContent()).toBe(title)
  })

  test('a page is there, and says so when the answer is late, until it comes', async () => {
    const { page } = await open()
    await hurry(page)
    await openList(page)
    const decide = await tap(page)
    await noticeOf(page).waitFor()
    expect(await headingOf(page).textContent()).toBe(title)
    decide()
    await noticeOf(page).waitFor({ state: 'detached' })
  })

  test('a page is there, and goes when the API says that there is none', async () => {
    const { page } = await open()
    const decide = await showEarly(page)
    decide((route) => route.fulfill({ status: 404, contentType: 'application/json', body: '{}' }))
    await headingOf(page)
      .filter({ hasText: t('error.notFound.title') })
      .waitFor()
    expect(await noticeOf(page).count()).toBe(0)
  })

  test('what its list holds without the text is waited for', async () => {
    const { page } = await open()
    const bare = { ...content, courses: content.courses.map(({ en_body, ar_body, ...course }) => course) }
    await page.route(`**${operations.homeData.path}`, answerWith([bare]))
    await openList(page)
    const decide = await tap(page)
    await page.locator('main.is-awaiting').waitFor()
    decide()
    await headingOf(page).filter({ hasText: title }).waitFor()
    expect(await page.locator('.prose').count()).toBe(1)
  })

  test('what the visitor has left is not shown any more', async () => {
    const { page, complaints } = await open()
    const decide = await showEarly(page)
    await goBack(page)
    await answer(page, decide, edited)
    expect(await headingOf(page).textContent()).toContain(t('list.ourCourses'))
    expect(await page.getByRole('article').count()).toBe(7)
    expect(complaints).toEqual([])
  })
})
