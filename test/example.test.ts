import { afterAll, expect, test } from 'vitest'
import { createApi } from '../client/data/api'
import { startServer } from '../server/start'

// Starts a server on a free port, with the fixtures of any folder. No build is needed.
const server = await startServer({ PORT: '0', FIXTURES_DIR: 'fixtures', LOG_LEVEL: 'silent' })
afterAll(server.close)
const api = createApi({ baseUrl: server.url, fetch })

test('the first course of its category is found by its slug', async () => {
  const { courses } = await api({ queryKey: ['coursesByCategory', { slug: 'python' }] })
  expect(courses[0]).toBeDefined()
  const slug = courses[0]?.slug ?? ''
  expect(await api({ queryKey: ['course', { slug }] })).toStrictEqual(courses[0])
})

test('an unknown slug is an error with its operation and status', async () => {
  const call = api({ queryKey: ['course', { slug: 'none' }] })
  await expect(call).rejects.toMatchObject({ operation: 'course', status: 404 })
})
