import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { currentBuild } from '../../../scripts/site-build'
import { pathForms } from '../../full/fuzz/path-forms'
import { badRequests } from '../../full/fuzz/requests'
import { send, violationOf } from '../../full/fuzz/send'
import { sharedApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'

const content = generateContent()
const site = sharedApp({ content, distDir: currentBuild() })

beforeAll(async () => {
  const beside = join(site.config.imagesDir, '..')
  for (const name of ['secret.txt', '.env', 'etc/passwd', 'images/.env', 'images/folder/inside.png']) {
    await mkdir(dirname(join(beside, name)), { recursive: true })
    await writeFile(join(beside, name), 'SECRET-OF-THE-MACHINE')
  }
})

// `test/full/fuzz.test.ts` sends any number of such requests.
test('200 requests made from the schemas: none is answered with 5xx, none leaks anything', async () => {
  const slugs = content.courses.map(({ slug }) => slug)
  const statuses = new Set<number>()
  await fc.assert(
    fc.asyncProperty(badRequests('ugarit', slugs, ['/', '/ar', '/courses', '/ar/blogs']), async (bad) => {
      const reply = await send(site.port, bad)
      statuses.add(reply.status)
      expect(violationOf(bad, reply)).toBeUndefined()
    }),
    { numRuns: 200, seed: 6 },
  )
  // Checks that the requests are varied and not all refused for the same reason.
  for (const status of [200, 302, 400, 404, 405, 413, 415]) expect(statuses).toContain(status)
  await site.request.get('/health').expect(200)
})

test.each([...pathForms, ...pathForms.map((path) => `${path}?w=320`)])('%s leads to no file', async (path) => {
  const bad = { method: 'GET', path, headers: {} }
  const reply = await send(site.port, bad)
  expect(violationOf(bad, reply)).toBeUndefined()
  // Unknown pages redirect to the home page; no response reveals anything about these files.
  expect([302, 400, 403, 404]).toContain(reply.status)
  if (/^\/images\/(?!\.\.\/)/.test(path)) expect(reply.headers['content-type']).toMatch(/^application\/problem\+json/)
})
