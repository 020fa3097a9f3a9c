import { expect, test, vi } from 'vitest'
import { startApp } from '../../support/app'

test('a failure of the server is a 500 with the id of its log line, and without details', async () => {
  const { app, store, lines } = await startApp({ config: { logLevel: 'error' } })
  vi.spyOn(store, 'content').mockImplementation(() => {
    throw new Error('a secret')
  })
  const answer = await app.inject({ url: '/api/get-blogs', headers: { 'x-request-id': 'visit-7' } })
  expect(answer.json()).toMatchObject({ title: 'Internal Server Error', status: 500, id: 'visit-7' })
  expect([answer.statusCode, answer.body]).toEqual([500, expect.not.stringContaining('secret')])
  expect(lines).toMatchObject([{ msg: 'the request failed', reqId: 'visit-7', err: { message: 'a secret' } }])
})
