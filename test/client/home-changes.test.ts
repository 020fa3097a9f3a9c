import { createHash } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createApi } from '../../client/data/api'
import { homeQuery } from '../../client/data/queries'
import { fetchingChanges } from '../../client/data/storage'
import { editsBetween } from '../../server/api/text-edits'
import { generateContent } from '../support/generated-content'

const before = generateContent({ seed: 12, size: 5 })
const after = structuredClone(before)
for (const course of after.courses) course.en_title = `${course.en_title} again`

const bodyOf = (home: object) => JSON.stringify({ data: [home] })
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')
const changes = {
  digest: digestOf(bodyOf(after)),
  edits: editsBetween(bodyOf(before), bodyOf(after)),
}
const changesPath = `/api/changes/${digestOf(bodyOf(before))}`

/** Fetches the home data of a visitor who has stored `before`. Returns it with the paths that were requested. */
async function visit(answers: Record<string, () => Response | Promise<Response>>, isFirst = false) {
  const stored = isFirst ? undefined : JSON.stringify(before)
  const paths: string[] = []
  const whole = () => Response.json({ data: [after] })
  const fetch = vi.fn(async (path: string) => {
    paths.push(path)
    return (answers[path] ?? whole)()
  })
  const api = createApi({ baseUrl: '', fetch: fetchingChanges(fetch, { storedText: async () => stored }) })
  return { home: (await api({ queryKey: homeQuery }))[0], paths, api }
}

test('a visitor who has stored the home data fetches only what has changed', async () => {
  const { home, paths } = await visit({ [changesPath]: () => Response.json({ data: changes }) })
  expect(paths).toStrictEqual([changesPath])
  expect(JSON.stringify(home)).toBe(JSON.stringify(after))
})

test('without a change the stored home data is the answer', async () => {
  const same = { digest: digestOf(bodyOf(before)), edits: [] }
  const { home, paths } = await visit({ [changesPath]: () => Response.json({ data: same }) })
  expect(paths).toStrictEqual([changesPath])
  expect(JSON.stringify(home)).toBe(JSON.stringify(before))
})

test.each<[what: string, respond: () => Response | Promise<Response>]>([
  ['are not known', () => Response.json({ data: null })],
  ['are answered with 404', () => new Response('', { status: 404 })],
  ['are answered with a page', () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })],
  ['are answered with other JSON', () => Response.json({ data: { edits: 'all' } })],
  [
    'make another text than the server has',
    () => Response.json({ data: { ...changes, edits: changes.edits?.slice(1) } }),
  ],
  ['do not come', () => Promise.reject(new TypeError('fetch failed'))],
])('if the changes %s, the whole home data is fetched', async (_, respond) => {
  const { home, paths } = await visit({ [changesPath]: respond })
  expect(paths).toStrictEqual([changesPath, '/api/get-data'])
  expect(home).toStrictEqual(after)
})

test('a browser on plain http, which has no digests, fetches the whole home data', async () => {
  vi.stubGlobal('crypto', {})
  onTestFinished(() => void vi.unstubAllGlobals())
  expect((await visit({})).paths).toStrictEqual(['/api/get-data'])
})

test('a first visit, and every other operation, asks for no changes', async () => {
  const { paths, api } = await visit({}, true)
  expect(paths).toStrictEqual(['/api/get-data'])
  await api({ queryKey: ['blogs', undefined] })
  expect(paths).toStrictEqual(['/api/get-data', '/api/get-blogs'])
})
