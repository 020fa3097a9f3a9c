import { afterEach, expect, test, vi } from 'vitest'
import { currentBuild } from '../../../scripts/builds'
import { startApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'
import { tagsOf } from '../../support/html'
import { sitePagesInTurn } from '../../support/site-pages'
import { otherApi } from '../api/other-api'
import { answersOf } from '../api/right-answers'

const content = generateContent({ seed: 41, size: 4 })
const answer = answersOf(content)
const goodPages = sitePagesInTurn(content).filter(({ status }) => status === 200)

afterEach(() => vi.useRealTimers())
const later = () => vi.setSystemTime(Date.now() + 60_000)

async function siteOf(config: 'baseUrl' | 'upstream') {
  const api = await otherApi(answer)
  const lines: string[] = []
  const { request } = await startApp({
    content,
    distDir: currentBuild(),
    config: { [config]: api.url, imageBase: '/images/', logLevel: 'info' },
    logStream: { write: (line) => lines.push(line) },
  })
  const warnings = () => lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40)
  return { api, request, lines, warnings }
}

const menuOf = (html: string) => tagsOf(html.slice(0, html.indexOf('</header>')), 'a').map(({ href }) => href)

test.each(['baseUrl', 'upstream'] as const)(
  '%s: pages rendered concurrently call for the home data once',
  async (config) => {
    const { api, request } = await siteOf(config)
    const answers = await Promise.all(goodPages.map(({ path }) => request.get(path)))
    expect(goodPages.length).toBeGreaterThan(15)
    for (const { status } of answers) expect(status).toBe(200)
    expect(api.asked.filter((call) => call === 'GET /api/get-data')).toHaveLength(1)
  },
)

test('when only the home data fails, pages keep their menus and have an Age header, and the log has one line', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { api, request, warnings } = await siteOf('baseUrl')
  const before = menuOf((await request.get('/courses')).text)
  expect(before.length).toBeGreaterThan(4)
  api.respond = (path, payload) => (path === '/api/get-data' ? { status: 500, text: '{}' } : answer(path, payload))
  for (const path of ['/courses', '/blogs', '/courses']) {
    later()
    const { status, text, headers } = await request.get(path)
    expect([status, menuOf(text).length]).toStrictEqual([200, before.length])
    expect(Number(headers.age)).toBeGreaterThanOrEqual(60)
    expect(headers['x-answered-because']).toContain('answered 500')
  }
  expect(warnings()).toHaveLength(1)
})
