import { expect, onTestFinished, test } from 'vitest'
import { FixtureError } from '../../server/content/store'
import { startServer } from '../../server/start'

const environment = { PRODUCT: 'palmyra', PORT: '0', LOG_LEVEL: 'silent' }

test('fixtures of another product are refused', async () => {
  await expect(startServer(environment)).rejects.toThrow(FixtureError)
})

test('with BASE_URL the server starts even if the fixtures are of another product', async () => {
  const server = await startServer({ ...environment, BASE_URL: 'http://127.0.0.1:9' })
  onTestFinished(server.close)
  expect((await fetch(`${server.url}health`)).status).toBe(200)
})
