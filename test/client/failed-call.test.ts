import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { operationNames } from '#contract/operations'
import { type Api, ApiError, type ApiErrorKind } from '../../client/data/api'
import {
  type Again,
  answerOr,
  createKeeping,
  type KeptHome,
  meaningOf,
  standIn,
  tryAgain,
} from '../../client/data/failed-call'
import { answerFromHome } from '../../client/data/home-answers'
import { operationRows } from '../api/operation-rows'
import { generateContent } from '../generated-content'

const content = generateContent({ seed: 31, size: 6 })
const failure = (kind: ApiErrorKind, status = 0) => new ApiError('blogs', kind, status, 'x')
const apiOf = (blogs: () => Promise<unknown>) => ({ blogs }) as unknown as Api // one operation is enough here

/** An answer that comes when `arrive` is called. */
function lateAnswer() {
  let arrive: (answer: unknown) => void = () => undefined
  const late = new Promise((resolve) => {
    arrive = resolve
  })
  return { late, arrive: (answer: unknown) => arrive(answer) }
}

test.each([
  [failure('status', 404), 'missing'],
  [failure('network'), 'passing'],
  [failure('status', 500), 'passing'],
  [failure('status', 503), 'passing'],
  [failure('status', 429), 'passing'],
  [failure('status', 408), 'passing'],
  [failure('status', 400), 'lasting'],
  [failure('status', 403), 'lasting'],
  [failure('shape', 200), 'lasting'],
  [failure('shape', 404), 'lasting'],
  // It has already been waited for.
  [failure('timeout'), 'lasting'],
  [new TypeError('a fault of our own'), 'lasting'],
])('%s is %s', (error, meaning) => {
  expect(meaningOf(error)).toBe(meaning)
})

describe('a call', () => {
  const failing = (...errors: (ApiError | undefined)[]) => {
    let calls = 0
    const blogs = async () => {
      const error = errors[calls++]
      if (error) throw error
      return ['answer']
    }
    return { api: apiOf(blogs), calls: () => calls }
  }

  test('that fails in passing is made once more', async () => {
    const { api, calls } = failing(failure('status', 503))
    expect(await tryAgain(api, () => undefined).blogs(undefined)).toStrictEqual(['answer'])
    expect(calls()).toBe(2)
  })

  test.each([failure('status', 404), failure('status', 400), failure('shape', 200)])(
    'that has failed with %s is not',
    async (error) => {
      const { api, calls } = failing(error)
      await expect(tryAgain(api, () => undefined).blogs(undefined)).rejects.toBe(error)
      expect(calls()).toBe(1)
    },
  )

  test('that has failed twice is given to whoever makes it again', async () => {
    const noted: ((signal: AbortSignal) => Promise<unknown>)[] = []
    const { api, calls } = failing(failure('network'), failure('network'))
    const { signal } = new AbortController()
    const answer = tryAgain(api, (again) => noted.push(again)).blogs(undefined, { signal })
    await expect(answer).rejects.toMatchObject({ kind: 'network' })
    expect(noted).toHaveLength(1)
    expect(await noted[0]?.(new AbortController().signal)).toStrictEqual(['answer'])
    expect(calls()).toBe(3)
  })

  test('of no page is not', async () => {
    const { api } = failing(failure('shape', 200))
    const noted: unknown[] = []
    await expect(tryAgain(api, (again) => noted.push(again)).blogs(undefined)).rejects.toBeDefined()
    expect(noted).toStrictEqual([])
  })

  test('of a page that the visitor has left is neither made again nor noted', async () => {
    const left = new AbortController()
    const { api, calls } = failing(failure('network'), failure('network'))
    const noted: unknown[] = []
    const answer = tryAgain(api, (again) => noted.push(again)).blogs(undefined, { signal: left.signal })
    left.abort()
    await expect(answer).rejects.toBeDefined()
    expect([calls(), noted]).toStrictEqual([1, []])
  })
})

describe('the home data', () => {
  test.each(operationNames)('answers %s as the API does, from the table of the API tests', (name) => {
    for (const { payload, data } of operationRows(content, 'ugarit')[name])
      expect(answerFromHome(content, 'ugarit', name, payload), JSON.stringify(payload)).toStrictEqual(data)
  })

  test.each([
    ['course', { slug: 'none' }],
    ['courseById', { id: -1 }],
    ['coursesByCategory', { slug: 'none' }],
    ['newsItem', {}],
  ] as const)('has nothing for %s %j', (name, payload) => {
    expect(answerFromHome(content, 'ugarit', name, payload)).toBeUndefined()
  })

  const kept = () => Promise.resolve<KeptHome | undefined>({ home: content, at: 7 })

  test('stands in for a failed call, and that is known by the navigation', async () => {
    const keeping = createKeeping()
    const { signal } = new AbortController()
    const api = standIn(
      apiOf(() => Promise.reject(failure('shape', 200))),
      'ugarit',
      keeping,
      kept,
      () => undefined,
    )
    expect(await api.blogs(undefined, { signal })).toBe(content.blogs)
    expect(keeping.keptAt.get(signal)).toBe(7)
  })

  test.each([
    ['what the API says is missing', failure('status', 404), kept, false],
    ['what is not in it', failure('network'), () => Promise.resolve(undefined), false],
    ['a page that is shown already', failure('network'), kept, true],
  ] as const)('does not stand in for %s', async (_, error, home, isShown) => {
    const keeping = createKeeping()
    const { signal } = new AbortController()
    if (isShown) keeping.isRefused.add(signal)
    const api = standIn(
      apiOf(() => Promise.reject(error)),
      'ugarit',
      keeping,
      home,
      () => undefined,
    )
    await expect(api.blogs(undefined, { signal })).rejects.toBe(error)
    expect(keeping.keptAt.has(signal)).toBe(false)
  })

  test('stands in for a late answer, which is then waited for by whoever keeps the page fresh', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { signal } = new AbortController()
    const { late, arrive } = lateAnswer()
    const noted: Again[] = []
    const api = standIn(
      apiOf(() => late),
      'ugarit',
      createKeeping(),
      kept,
      (again) => noted.push(again),
    )
    const shown = api.blogs(undefined, { signal })
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await shown).toBe(content.blogs)
    arrive(['the answer'])
    expect(await noted[0]?.(signal)).toStrictEqual(['the answer'])
  })

  test('is not asked for where it is shown already, however late the answer is', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const keeping = createKeeping()
    const { signal } = new AbortController()
    keeping.isPatient.add(signal)
    const { late, arrive } = lateAnswer()
    const api = apiOf(() => late)
    const shown = standIn(api, 'ugarit', keeping, kept, () => undefined).blogs(undefined, { signal })
    await vi.advanceTimersByTimeAsync(15_000)
    arrive(['the answer'])
    expect(await shown).toStrictEqual(['the answer'])
    expect(keeping.keptAt.has(signal)).toBe(false)
  })

  test('is not asked for while the answer comes', async () => {
    expect(
      await answerOr(Promise.resolve('answer'), async () => {
        throw new Error('asked')
      }),
    ).toBe('answer')
  })
})
