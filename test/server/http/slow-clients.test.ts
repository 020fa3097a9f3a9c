import { expect, onTestFinished, test } from 'vitest'
import { currentBuild } from '../../../scripts/builds'
import { serverOptions } from '../../../server/app'
import { sharedApp, startApp } from '../../support/app'
import { load } from '../../support/load'
import { drip, openIdle } from '../../support/slow-clients'

const site = sharedApp({ distDir: currentBuild() })

/** Starts a server whose limits for slow clients are a twentieth of the real ones. */
async function impatientServer(): Promise<number> {
  const real = { ...serverOptions }
  onTestFinished(() => void Object.assign(serverOptions, real))
  for (const [name, milliseconds] of Object.entries(real)) Object.assign(serverOptions, { [name]: milliseconds / 20 })
  return (await startApp()).port
}

test.each(['header', 'body'] as const)(
  'a slowly sent %s is ended within 15 s, with a problem document',
  async (kind) => {
    // Node checks the timeouts at intervals.
    expect(serverOptions.requestTimeout + serverOptions.connectionsCheckingInterval).toBeLessThan(15_000)
    expect(serverOptions.headersTimeout).toBeLessThanOrEqual(serverOptions.requestTimeout)
    const answer = await drip(await impatientServer(), kind)
    expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*application\/problem\+json[\s\S]*"status":408/)
  },
)

test('500 idle connections do not block other requests', async () => {
  const end = await openIdle(site.port, 500)
  const { answered, errors } = await load({ port: site.port, connections: 5, signal: AbortSignal.timeout(1_000) })
  end()
  expect(errors).toStrictEqual([])
  expect(answered).toBeGreaterThan(0)
})

test('300 connections at once are all answered correctly and completely', async () => {
  const { answered, errors } = await load({ port: site.port, connections: 300, signal: AbortSignal.timeout(2_000) })
  expect(errors).toStrictEqual([])
  expect(answered).toBeGreaterThanOrEqual(300)
})
