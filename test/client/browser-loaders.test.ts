import type { LoaderFunction } from 'react-router-dom'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createBrowserLoaders } from '../../client/app/browser-loaders'
import { definitions } from '../../client/app/pages'
import type { ServedPage } from '../../client/app/served-page'
import { ApiError } from '../../client/data/api'
import { homeQuery } from '../../client/data/queries'
import { createQueryClient } from '../../client/data/query-client'
import type { StoredHome } from '../../client/data/storage'
import { generateContent } from '../support/generated-content'
import { firstOf } from '../support/site-pages'
import { apiOver, at } from './page-views'

const content = generateContent({ seed: 31, size: 6 })
const course = firstOf(content.courses)
const params = { slug: course.slug }
const path = new URL(`/courses/${course.slug}`, 'http://page.invalid').pathname
const never = new Promise<never>(() => undefined)
const refused = new ApiError('course', 'shape', 200, 'x')
const missing = new ApiError('course', 'status', 404, 'x')

type Visit = {
  answers: Record<string, unknown>
  stored?: StoredHome
  /** The loader data of the page at `shownPath`, if the server rendered it. */
  served?: ServedPage<unknown> | null
  shownPath?: string
  /** The path in the browser's address, which Back changes before the page is loaded. */
  addressPath?: string
}

const stored = { home: content, at: 7 }
const textless = { home: { ...content, courses: [{ ...course, en_body: '', ar_body: '' }] }, at: 7 }
const rendered: Visit = { answers: { course: refused }, served: { view: 'the page' }, shownPath: path }

/** Makes the loaders for a visitor who is on `shownPath`, with an API that has the given responses. */
function visit({ answers, stored, served = null, shownPath = '/', addressPath = shownPath }: Visit) {
  vi.useFakeTimers()
  vi.stubGlobal('location', { pathname: addressPath })
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const { api, calls } = apiOver(answers)
  const storage = { read: async () => stored, storedText: async () => undefined, write: async () => undefined }
  const client = createQueryClient(api)
  const loaders = createBrowserLoaders({
    client,
    storage,
    product: 'ugarit',
    shownPage: () => ({ pathname: shownPath, served }),
    loadSanitizer: async () => undefined,
  })
  const load = loaders.page(definitions.course)
  /** Returns the result of the course page's loader, or that the loader still waits after some milliseconds. */
  const open = async (milliseconds: number) => {
    const loaded = load(at(path, params))
    await vi.advanceTimersByTimeAsync(milliseconds)
    return Promise.race([loaded, 'waits'])
  }
  return { client, calls, open, loaders }
}

describe("a page's loader", () => {
  test.each<[string, Visit, number, unknown]>([
    ['waits for the answer', { answers: { course: never } }, 2_900, 'waits'],
    ['goes on when that has come', { answers: { course } }, 1, null],
    ['goes on when the call has failed for good', { answers: { course: refused } }, 1, null],
    ['goes on when there is no such thing', { answers: { course: missing } }, 1, null],
    ['waits on without stored home data', { answers: { course: never } }, 10_000, 'waits'],
    ['goes on with that after three seconds', { answers: { course: never }, stored }, 3_100, null],
    ['waits on if the stored item lacks its text', { answers: { course: never }, stored: textless }, 3_100, 'waits'],
    ['goes on with that after a failure', { answers: { course: refused }, stored: textless }, 1, null],
    ['keeps the page that the server rendered, as outdated', rendered, 1, { view: 'the page', isOutdated: true }],
    ['takes no other page for it after Back', { ...rendered, shownPath: '/blogs', addressPath: path }, 1, null],
  ])('%s', async (_, given, milliseconds, expected) => {
    expect(await visit(given).open(milliseconds)).toStrictEqual(expected)
  })

  test('continues at once with the home data of this visit, but not when the same page loads more', async () => {
    for (const [shownPath, expected] of [
      ['/', null],
      [path, 'waits'],
    ] as const) {
      const { client, open } = visit({ answers: { course: never, homeData: [content] }, shownPath })
      await client.query({ queryKey: homeQuery })
      expect(await open(1)).toBe(expected)
    }
  })

  test('puts stored home data into the cache with its age when the API fails, and never over newer data', async () => {
    const failing = visit({ answers: { course: refused }, stored })
    await failing.open(1)
    expect(failing.client.getQueryState(homeQuery)).toMatchObject({ data: [content], dataUpdatedAt: 7 })
    const newer = { ...content, courses: [] }
    const { client, open } = visit({ answers: { course: refused, homeData: [newer] }, stored })
    await client.query({ queryKey: homeQuery })
    await open(1)
    expect(client.getQueryData(homeQuery)).toStrictEqual([newer])
  })

  test('calls again at once when a retry of an earlier visit is due later', async () => {
    const answers: Visit['answers'] = { course: new ApiError('course', 'network', 0, 'x') }
    const { open, calls } = visit({ answers })
    // By now three calls have failed, and the next retry comes 0.5 s later at the earliest.
    await open(1_900)
    expect(calls).toHaveLength(3)
    answers.course = course
    expect(await open(1)).toBeNull()
    expect(calls).toHaveLength(4)
  })
})

test('the contact page asks for the home data when the goals are missing, and waits for nothing', async () => {
  const { loaders, calls, client } = visit({ answers: { homeData: [{ ...content, goals: undefined }] } })
  const contact = loaders.plain as LoaderFunction
  expect(await contact(at('/contact-us'))).toBeNull()
  await vi.advanceTimersByTimeAsync(1)
  await contact(at('/contact-us'))
  await vi.advanceTimersByTimeAsync(1)
  expect(calls.map(({ name }) => name)).toStrictEqual(['homeData', 'homeData'])
  client.setQueryData(homeQuery, [content])
  await contact(at('/contact-us'))
  expect(calls).toHaveLength(2)
})
