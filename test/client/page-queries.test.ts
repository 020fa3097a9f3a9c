import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ApiError } from '../../client/data/api'
import { homeQuery } from '../../client/data/queries'
import { generateContent } from '../generated-content'
import { firstOf } from '../site-pages'
import { visitOver } from './loader-fakes'

const content = generateContent({ seed: 31, size: 6 })
const course = firstOf(content.courses)
const never = new Promise<never>(() => undefined)
const failure = new ApiError('course', 'shape', 200, 'x')
const params = { slug: course.slug }

describe('with the home data of this visit', () => {
  /** The course of another page, or of the one that is shown already; `waits` for none at once. */
  async function openCourse(answer: unknown, { hasHome = true, isShown = false } = {}) {
    const answers: Record<string, unknown> = { course: answer, homeData: [content], blogs: content.blogs }
    const { loaders, client, open } = visitOver(answers)
    await open(loaders.blogList, '/blogs')
    if (isShown) {
      answers.course = course
      await open(loaders.course, '/courses/a', params)
      client.removeQueries({ queryKey: ['course'] })
      answers.course = answer
    }
    if (hasHome) await client.query({ queryKey: homeQuery })
    else answers.homeData = never
    const opened = open(loaders.course, '/courses/a', params).then(() => 'is there')
    const pause = new Promise((resolve) => setImmediate(() => setImmediate(resolve, 'waits')))
    return Promise.race([opened, pause])
  }

  const renamed = { ...course, en_title: 'Renamed' }
  test.each([
    ['another page is there before its answer', never, {}, 'is there'],
    ['another page is there though its answer fails', failure, {}, 'is there'],
    ['more of the page that is shown waits', never, { isShown: true }, 'waits'],
    ['without it another page waits', never, { hasHome: false }, 'waits'],
  ])('%s', async (_, answer, options, expected) => {
    expect(await openCourse(answer, options)).toBe(expected)
  })

  test('an answer that came before is shown, and asked for again', async () => {
    const answers: Record<string, unknown> = { course: renamed, homeData: [content], blogs: content.blogs }
    const { loaders, calls, open } = visitOver(answers)
    for (let count = 0; count < 2; count++) {
      expect(await open(loaders.course, '/courses/a', params)).toMatchObject({ title: { text: 'Renamed' } })
      await open(loaders.blogList, '/blogs')
    }
    expect(calls.filter(({ name }) => name === 'course')).toHaveLength(2)
  })

  test('what the API says is missing is missing, and not out of date', async () => {
    const missing = new ApiError('course', 'status', 404, 'x')
    const { loaders, open, client, pages } = visitOver({ course: missing, homeData: [content] })
    await client.query({ queryKey: homeQuery })
    // It was there before the API had answered.
    await open(loaders.course, '/courses/a', params)
    await expect.poll(() => client.getQueryState(['course', params])?.error).toBe(missing)
    expect(pages.staleSince()).toBeUndefined()
    await expect(open(loaders.course, '/courses/a', params)).rejects.toMatchObject({ init: { status: 404 } })
  })
})

describe('with the home data of an earlier visit', () => {
  const stored = { home: content, at: 7 }

  test('it stands in for a failed call, and says from when it is', async () => {
    const { loaders, open, pages } = visitOver({ course: failure, homeData: failure }, stored)
    expect(await open(loaders.course, '/courses/a', params)).toMatchObject({ slug: course.slug })
    expect(pages.staleSince()).toBe(7)
  })

  test('it does not for what the API says is missing', async () => {
    const missing = new ApiError('course', 'status', 404, 'x')
    const { loaders, open } = visitOver({ course: missing, homeData: failure }, stored)
    await expect(open(loaders.course, '/courses/a', params)).rejects.toMatchObject({ init: { status: 404 } })
  })

  test('what is shown already stays in its place', async () => {
    const answers: Record<string, unknown> = { course: { ...course, en_title: 'Renamed' }, homeData: failure }
    const { loaders, open, pages, client } = visitOver(answers, stored)
    const before = await open(loaders.course, '/courses/a', params)
    expect(pages.staleSince()).toBeUndefined()
    answers.course = failure
    await client.invalidateQueries({ refetchType: 'none' })
    await client.query({ queryKey: ['course', params] }).catch(() => undefined)
    expect(await open(loaders.course, '/courses/a', params)).toBe(before)
    expect(pages.staleSince()).toBeGreaterThan(7)
  })

  test('it stands in for a late answer, which takes its place when it comes', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    let arrive: (answer: unknown) => void = () => undefined
    const late = new Promise((resolve) => {
      arrive = resolve
    })
    const { loaders, open, pages, client } = visitOver({ course: late, homeData: failure }, stored)
    const opened = open(loaders.course, '/courses/a', params)
    await vi.advanceTimersByTimeAsync(3_400)
    expect(await opened).toMatchObject({ slug: course.slug })
    expect(pages.staleSince()).toBe(7)
    arrive(course)
    await vi.advanceTimersByTimeAsync(1)
    expect(pages.staleSince()).toBeUndefined()
    // It says the same, so there is nothing to make anew.
    expect(pages.answers.get(await opened)).toBe(client.getQueryData(['course', params]))
  })
})
