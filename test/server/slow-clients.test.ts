import { expect, test } from 'vitest'
import { load } from '../../scripts/stress/load'
import { drip, openIdle } from '../../scripts/stress/slow-clients'
import { root, shared } from '../helper'

const site = shared({ distDir: `${root}/dist`, config: { trustProxy: ['127.0.0.1'] } })

test.concurrent.each(['header', 'body'] as const)(
  'a %s that drips is ended within 15 s, with a problem document',
  { timeout: 40_000 },
  async (kind) => {
    const { seconds, answer } = await drip(site.port, kind)
    expect(seconds).toBeLessThan(15)
    expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*application\/problem\+json[\s\S]*"status":408/)
  },
)

test.concurrent('500 idle connections keep nobody else from an answer', { timeout: 40_000 }, async () => {
  const end = await openIdle(site.port, 500)
  const { answered, errors } = await load({ port: site.port, connections: 5, seconds: 1, hasOwnAddresses: true })
  end()
  expect(errors).toStrictEqual([])
  expect(answered).toBeGreaterThan(0)
})

test.concurrent('300 connections at once are all answered right and whole', { timeout: 40_000 }, async () => {
  const { answered, errors } = await load({ port: site.port, connections: 300, seconds: 2, hasOwnAddresses: true })
  expect(errors).toStrictEqual([])
  expect(answered).toBeGreaterThanOrEqual(300)
})
