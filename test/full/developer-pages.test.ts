import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { operationNames } from '#contract/operations'
import { envelope, otherApi } from '../server/api/other-api'
import { launchBrowser } from '../site/chromium'
import { startServer } from '../site/setup'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** A page that collects policy violations and other errors. */
async function open(url: string, width = 1280) {
  const context = await browser.newContext({ viewport: { width, height: 900 } })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const troubles: string[] = []
  page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()))
  page.on('pageerror', (error) => troubles.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(url).origin) && !request.url().startsWith('data:'))
      troubles.push(request.url())
  })
  await page.goto(url)
  return { page, troubles }
}

async function violations(page: Page) {
  await page.evaluate(axe.source)
  const { violations: found } = await page.evaluate(() =>
    (window as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      rules: { 'target-size': { enabled: true } },
    }),
  )
  return found.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 120))])
}

describe('/docs', () => {
  test('every operation can be tried under the policy, as JSON and as a form, and answers 200', async () => {
    const { page, troubles } = await open(`${inject('site')}/docs`)
    for (const name of operationNames) {
      const form = page.locator(`form[data-operation="${name}"]`)
      const encoding = form.getByLabel('Sent as')
      for (const choice of (await encoding.count()) === 0 ? [undefined] : ['JSON', 'form']) {
        if (choice) await encoding.selectOption(choice)
        await form.getByRole('button', { name: `Try ${name}` }).click()
        await form
          .getByRole('status')
          .getByText(/^200 OK · application\/json/)
          .waitFor()
        expect(await form.getByRole('status').locator('pre').textContent()).toContain('"data": ')
      }
    }
    expect(troubles).toStrictEqual([])
  })

  test('a refusal is shown unchanged, with curl commands', async () => {
    const { page } = await open(`${inject('site')}/docs`)
    const form = page.locator('form[data-operation="course"]')
    await form.getByLabel('slug').fill("it's none")
    await form.getByRole('button', { name: 'Try course' }).click()
    await form
      .getByRole('status')
      .getByText(/^404 Not Found · application\/problem\+json/)
      .waitFor()
    await form.getByRole('button', { name: 'Copy as curl' }).click()
    await form.getByRole('status').getByText(`-d '{"slug":"it'\\''s none"}'`).waitFor()
  })

  test.each([320, 1280])('has no accessibility fault and no sideways scrolling at %i px', async (width) => {
    const { page } = await open(`${inject('site')}/docs`, width)
    expect(await violations(page)).toStrictEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })
})

test('/__requests shows new calls without a reload, in development, without an accessibility fault', async () => {
  const { startServer: start } = await import('../../server/start')
  const { url, close } = await start({ PORT: '0', NODE_ENV: 'development', LOG_LEVEL: 'silent' })
  onTestFinished(close)
  await fetch(`${url}api/get-blogs`)
  const { page, troubles } = await open(`${url}__requests`)
  await page.getByRole('cell', { name: 'blogs', exact: true }).waitFor()
  await fetch(`${url}api/get-course`, {
    method: 'POST',
    body: '{"slug":4}',
    headers: { 'content-type': 'application/json' },
  })
  await page.getByRole('cell', { name: '400', exact: true }).waitFor()
  expect(await violations(page)).toStrictEqual([])
  expect(troubles).toStrictEqual([])
})

test('with UPSTREAM the pages show the real API, or the fixtures if it fails before its first answer', async () => {
  const course = { slug: 'of-theirs', en_title: 'A course of theirs', category: 'x', tags: [], image: 'a.png' }
  const home = {
    courses: [course],
    courses_categories: [{ slug: 'x', name: 'X' }],
    goals: {},
    news: [],
    blogs: [],
    events: [],
    team: [],
  }
  const answers: Record<string, unknown> = {
    '/api/get-data': [home],
    '/api/get-course': course,
    '/api/get-courses-by-id': course,
  }
  const api = await otherApi((path) => envelope(answers[path] ?? { courses: [course], category: null }))
  const { address, stop } = await startServer({ UPSTREAM: api.url, LOG_LEVEL: 'silent' })
  onTestFinished(stop)
  const read = async (path: string) => {
    const response = await fetch(address + path)
    return { by: response.headers.get('x-answered-by'), html: await response.text() }
  }
  for (const path of ['/', '/courses', '/courses/of-theirs']) {
    const { by, html } = await read(path)
    expect([path, by, html.includes('A course of theirs')]).toStrictEqual([path, 'upstream', true])
  }
  const picture = await fetch(`${address}/images/a.png?w=320`, { redirect: 'manual' })
  expect([picture.status, picture.headers.get('location')]).toStrictEqual([302, `${api.url}/images/a.png`])
  await api.stop()
  const known = await read('/courses')
  expect([known.by, known.html.includes('A course of theirs')]).toStrictEqual(['upstream', true])
  const unknown = await read('/courses/python-from-zero')
  expect([unknown.by, unknown.html.includes('href="/courses/python-from-zero"')]).toStrictEqual(['fixtures', true])
})
