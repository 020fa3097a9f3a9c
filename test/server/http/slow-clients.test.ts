import { expect, test } from 'vitest'
import { currentBuild } from '../../../scripts/builds'
import { serverOptions } from '../../../server/app'
import { sharedApp } from '../../support/app'
import { load } from '../../support/load'
import { drip, openIdle } from '../../support/slow-clients'

const site = sharedApp({ distDir: currentBuild() })

test.concurrent.each(['header', 'body'] as const)(
  'a slowly sent %s is ended within 15 s, with a problem document',
  async (kind) => {
    const answer = await drip(site.port, kind)
    // Node checks the timeouts every few seconds.
    expect(serverOptions.requestTimeout + serverOptions.connectionsCheckingInterval).toBeLessThan(15_000)
    expect(serverOptions.headersTimeout).toBeLessThanOrEqual(serverOptions.requestTimeout)
    expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*application\/problem\+json[\s\S]*"status":408/)
  },
)

test.concurrent('500 idle connections do not block other requests', async () => {
  const end = await openIdle(site.port, 500)
  const { answered, errors } = await load({ port: site.port, connections: 5, signal: AbortSignal.timeout(1_000) })
  end()
  expect(errors).toStrictEqual([])
  expect(answered).toBeGreaterThan(0)
})

test.concurrent('300 connections at once are all answered correctly and completely', async () => {
  const { answered, errors } = await load({ port: site.port, connections: 300, signal: AbortSignal.timeout(2_000) })
  expect(errors).toStrictEqual([])
  expect(answered).toBeGreaterThanOrEqual(300)
})
