import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { currentBuild } from '../../../scripts/builds'
import { faultOf } from '../../full/fuzz/judge'
import { pathForms } from '../../full/fuzz/path-forms'
import { badRequests } from '../../full/fuzz/requests'
import { type Reply, send } from '../../full/fuzz/send'
import { root, sharedApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'

const content = generateContent()
const site = sharedApp({ content, distDir: currentBuild() })

const secret = 'SECRET-OF-THE-MACHINE'

beforeAll(async () => {
  const beside = join(site.config.imagesDir, '..')
  await mkdir(join(beside, 'etc'), { recursive: true })
  for (const name of ['secret.txt', '.env', 'etc/passwd']) await writeFile(join(beside, name), secret)
  await writeFile(join(site.config.imagesDir, '.env'), secret)
})

// `test/full/fuzz.test.ts` sends any number of them.
test('200 requests made from the schemas: none is answered with 5xx, none leaks anything', async () => {
  const slugs = content.courses.map(({ slug }) => slug)
  const statuses = new Set<number>()
  await fc.assert(
    fc.asyncProperty(badRequests('ugarit', slugs, ['/', '/ar', '/courses', '/ar/blogs']), async (bad) => {
      const reply = await send(site.port, bad)
      statuses.add(reply.status)
      expect(faultOf(bad, reply)).toBeUndefined()
    }),
    { numRuns: 200, seed: 6 },
  )
  // Checks that the requests are varied and not all refused for the same reason.
  for (const status of [200, 302, 400, 404, 405, 413, 415]) expect(statuses).toContain(status)
  await site.request.get('/health').expect(200)
})

test.each(pathForms)('%s leads to no file', async (path) => {
  const reply = await send(site.port, { method: 'GET', path, headers: {} })
  expect(faultOf({ method: 'GET', path, headers: {} }, reply)).toBeUndefined()
  // Unknown pages redirect to the home page; no response reveals anything about these files.
  expect([302, 400, 403, 404]).toContain(reply.status)
})

test('there are at least 40 forms of paths', () => {
  expect(new Set(pathForms).size).toBeGreaterThanOrEqual(40)
})

const bad = { method: 'GET', path: '/api/x', headers: {} }
const reply = (changes: Partial<Reply>): Reply => ({ status: 404, headers: {}, text: '', ...changes })

test.each([
  [reply({ status: 500 }), 'answered 500'],
  [reply({ text: 'root:x:0:0:root' }), 'leaked a file'],
  [reply({ text: `Error: x\n    at f (file.js:1:2)` }), 'leaked a path or a stack'],
  [reply({ text: `${root}/server` }), 'leaked a path or a stack'],
  [reply({ headers: { 'x-injected': '1' } }), 'let a header be injected'],
  [reply({ text: '<p>', headers: { 'content-type': 'text/html' } }), 'refused with text/html, no problem document'],
  [reply({ status: 429, headers: { 'content-type': 'application/problem+json' } }), 'answered 429 without Retry-After'],
  [reply({ status: 302 }), 'redirected a call of the API'],
  [reply({}), undefined],
])('the judge of answers finds what is wrong: %j', (answer, fault) => {
  expect(faultOf(bad, answer)).toBe(fault)
})
