import { beforeAll, expect, test, vi } from 'vitest'
import { expectCalls, useScenario } from '../../mock-client/library'
import { sharedApp } from '../support/app'

/* The example of mock-client/package/README.md for Vitest. */

const site = sharedApp({ config: { scenarios: [] } })

beforeAll(() => {
  vi.stubEnv('SITE', site.url)
  return () => void vi.unstubAllEnvs()
})

test('a client asks again after a 503', async () => {
  const world = await useScenario('failing-then-well')
  const statusOf = async () => (await world.fetch('/api/get-blogs')).status
  expect([await statusOf(), await statusOf(), await statusOf()]).toEqual([503, 503, 200])
  await expectCalls(world, [{ operation: 'blogs', times: 3 }])
})
