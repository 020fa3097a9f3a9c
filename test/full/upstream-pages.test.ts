import { expect, onTestFinished, test } from 'vitest'
import { envelope, otherApi } from '../server/api/other-api'
import { startBuiltServer } from '../support/built-server'

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
  const { url, stop } = await startBuiltServer({ UPSTREAM: api.url, LOG_LEVEL: 'silent' })
  onTestFinished(async () => void (await stop()))
  const read = async (path: string) => {
    const response = await fetch(new URL(path, url))
    return { by: response.headers.get('x-answered-by'), html: await response.text() }
  }
  for (const path of ['/', '/courses', '/courses/of-theirs']) {
    const { by, html } = await read(path)
    expect([path, by, html.includes('A course of theirs')]).toStrictEqual([path, 'upstream', true])
  }
  const picture = await fetch(`${url}images/a.png?w=320`, { redirect: 'manual' })
  expect([picture.status, picture.headers.get('location')]).toStrictEqual([302, `${api.url}/images/a.png`])
  await api.stop()
  const known = await read('/courses')
  expect([known.by, known.html.includes('A course of theirs')]).toStrictEqual(['upstream', true])
  const unknown = await read('/courses/python-from-zero')
  expect([unknown.by, unknown.html.includes('href="/courses/python-from-zero"')]).toStrictEqual(['fixtures', true])
})
