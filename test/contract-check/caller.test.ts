import { setTimeout } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { operationNames, operations } from '#contract/operations'
import { check as checkWith } from '../../contract-check/library'
import { run } from '../scripts/run-command'
import { startProxy } from '../support/proxy'
import { inPicture, inResponse, send, sendJson } from './drifting-server'
import { check, runOn, serve } from './run'

afterEach(() => void vi.unstubAllEnvs())

describe('calls', () => {
  it('are made side by side, as many as allowed and no more', async () => {
    const held: (() => void)[] = []
    let [inFlight, max] = [0, 0]
    const { url } = await serve({
      // After the home data, answers no call until six calls wait. Calls that came one by one would wait for ever.
      respond: ({ route, data }, response) => {
        max = Math.max(max, ++inFlight)
        response.once('close', () => inFlight--)
        if (max < 6 && route !== 'get-data')
          return held.push(() => sendJson(response, { data }, data === undefined ? 404 : 200)) > 0
        if (max === 6) for (const release of held.splice(0)) release()
        return false
      },
    })
    expect((await check(url)).verdict).toBe('holds')
    expect(max).toBe(6)
  })

  it('that hang are made once of each operation, are told, and do not hide what pictures answer', async () => {
    const { url, requests } = await serve({ ...inPicture('', '', 404), respond: ({ route }) => route !== 'get-data' })
    const { drifts, operations } = await check(url, { timeout: 2_000 })
    const hanging = requests.filter((path) => path.startsWith('/api/') && path !== '/api/get-data')
    expect(hanging).toHaveLength(operationNames.length - 1)
    const reasons = operations.flatMap(({ operation, reason }) => (operation === 'homeData' ? [] : reason))
    expect(reasons.filter((reason) => !reason?.endsWith('no answer within 2 s'))).toEqual([])
    expect(drifts.map(({ rule }) => rule)).toContain('picture.missing')
  })

  it('that fail wait alone', async () => {
    let tries = 0
    // The fifth try comes 1.6 s after the fourth.
    const { url, requests } = await serve(
      inResponse('get-blogs', (response) => ++tries < 5 && sendJson(response, {}, 502)),
    )
    expect((await check(url, { sample: 1 })).verdict).toBe('holds')
    const before = requests.slice(0, requests.lastIndexOf('/api/get-blogs'))
    expect(before).toEqual(expect.arrayContaining(operationNames.map((name) => operations[name].path)))
  })

  it('end when the caller reads no more events', async () => {
    const [{ url, requests }, other] = await Promise.all([serve(), serve()])
    for await (const _ of checkWith({ url, against: other.url })) break
    // If the check continued, it would make its other calls in this time.
    await setTimeout(500)
    // At most six calls were under way after the home data.
    expect(requests.length).toBeLessThanOrEqual(7)
    expect(other.requests).toEqual([])
  })

  it.each([
    [429, 2, [], 'contract: waiting 2 s: the server answers 429 or 503\n'],
    [503, 1, ['--quiet'], ''],
  ])('are repeated after the time that a %i tells, %i s; %j', async (status, seconds, args, said) => {
    const times: number[] = []
    const limiting = inResponse('get-data', (response) => {
      times.push(performance.now())
      response.setHeader('retry-after', seconds)
      return times.length === 1 && sendJson(response, {}, status)
    })
    expect(await runOn(limiting, '--sample', '1', ...args)).toMatchObject({ code: 0, stderr: said })
    // A timer may fire a millisecond early.
    expect(Number(times[1]) - Number(times[0])).toBeGreaterThan(seconds * 1_000 - 10)
  })

  it.each([
    ['/api/get-blogs', 'it redirects in a loop (redirect count exceeded)'],
    ['ftp://example.org', 'it redirects to an address that is none (URL scheme must be a HTTP(S) scheme)'],
  ])('that are redirected to %s are unchecked, with the reason', async (location, reason) => {
    const redirecting = inResponse('get-blogs', (to) => send(to, 'text/plain', '', 302, { location }))
    const { code, stdout, requests, url } = await runOn(redirecting, '--sample', '1')
    expect(code).toBe(2)
    expect(requests.filter((path) => path === '/api/get-blogs').length).toBeLessThanOrEqual(21)
    expect(stdout).toContain(`unchecked: blogs: GET ${url}/api/get-blogs: ${reason}\n`)
    expect(stdout).toContain(`${operationNames.length - 1} passed, 0 drift, 1 unchecked`)
  })

  it('that answer with another compression than they say, or without TLS, are told in words', async () => {
    const { code, stdout, url } = await runOn(
      inResponse('get-blogs', (to) => send(to, 'application/json', '{"data":[]}', 200, { 'content-encoding': 'gzip' })),
      '--sample',
      '1',
    )
    expect([code, stdout]).toEqual([
      2,
      expect.stringContaining('it is not compressed as content-encoding says (Z_DATA_ERROR)'),
    ])
    const plain = await runOn(url.replace('http:', 'https:'))
    expect([plain.code, plain.stderr + plain.stdout]).toEqual([
      2,
      expect.stringContaining('it speaks no TLS at this port'),
    ])
  })

  it('go through the proxy that the environment names, except to the hosts of NO_PROXY', async () => {
    const { address, asked } = await startProxy()
    vi.stubEnv('http_proxy', address)
    vi.stubEnv('no_proxy', '')
    const { url, requests } = await serve()
    expect((await runOn(url, '--sample', '1')).code).toBe(0)
    expect(asked[0]).toBe(`GET ${url}/api/get-data`)
    expect(asked).toHaveLength(requests.length)
    vi.stubEnv('no_proxy', '127.0.0.1')
    expect((await runOn(url, '--sample', '1')).code).toBe(0)
    expect(asked).toHaveLength(requests.length / 2)
  })

  it('keep to --rate', async () => {
    const times: number[] = []
    const { url } = await serve({ respond: () => times.push(performance.now()) < 0 })
    const start = performance.now()
    expect((await runOn(url, '--sample', '1', '--rate', '100')).code).toBe(0)
    expect(times.length).toBeGreaterThan(20)
    // No call comes before its turn. Calls may come later, because the machine may be slow.
    for (const [index, time] of times.entries()) expect(time - start).toBeGreaterThan(index * 10 - 2)
  })
})

it('a bug in the check itself is 70, with where it happened and none of its words', async () => {
  const { url } = await serve()
  const write = () => {
    throw new TypeError('the words of x-token: secret')
  }
  const args = [url, '--sample', '1', '--json', '-']
  const { code, stderr } = await run('contract', args, process.env, { stdout: { write } })
  expect(code).toBe(70)
  expect(stderr).toMatch(
    /^contract: TypeError in ugarit-contract-check \d+\.\d+\.\d+, Node v\d+[\s\S]*\n {4}at .*caller\.test\.ts[\s\S]*please report it\.\n$/,
  )
  expect(stderr).not.toContain('secret')
})
