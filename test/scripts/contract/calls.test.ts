import type { ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { check as checkWith } from '../../../scripts/contract/check'
import { contractCommand } from '../../../scripts/contract/command-line/command'
import { send, sendJson } from './drifting-server'
import { check, run, serve } from './run'

describe('calls', () => {
  it('are made side by side, as many as allowed and no more', async () => {
    const held: (() => void)[] = []
    let isOpen = false
    const server = await serve({
      // Nothing after the home data is answered before six calls wait at once: one by one, they would wait for ever.
      respond: ({ route, data }, response) => {
        if (route === 'get-data' || isOpen) return false
        held.push(() => answer(response, data))
        if (held.length === 6) {
          isOpen = true
          for (const release of held) release()
        }
        return true
      },
    })
    const { verdict } = await check(server.url)
    expect(verdict).toBe('holds')
    expect(server.most()).toBe(6)
  })

  it('end at the time limit when everything hangs after the home data', async () => {
    const { url, requests } = await serve({ respond: ({ route }) => route !== 'get-data' })
    const { verdict, summary, operations } = await check(url, { timeout: 5_000 })
    expect(verdict).toBe('unchecked')
    expect(summary).toMatchObject({ passed: 1, unchecked: 10 })
    // The first six calls were waited for side by side; nothing was asked after them.
    expect(requests.filter((path) => path.startsWith('/api/'))).toHaveLength(7)
    expect(operations.filter(({ reason }) => reason?.includes('no answer within 5 s'))).not.toHaveLength(0)
  })

  it('name the home data when that hangs', async () => {
    const { url } = await serve({ respond: () => true })
    const report = await check(url, { timeout: 200 })
    expect(report.unchecked).toBe(`homeData: GET ${url}/api/get-data: no answer within 0.2 s`)
  })

  it('fetch no picture when the check leaves out its rules or the home data', async () => {
    for (const options of [{ only: ['blog'] }, { skip: ['picture.missing', 'picture.size'] }]) {
      const { url, requests } = await serve()
      for await (const event of checkWith({ url, ...options }))
        if (event.type === 'report') expect(event.report.verdict).toBe('holds')
      expect(requests).toContain('/api/get-blog')
      expect(requests.filter((path) => path.startsWith('/images/'))).toEqual([])
    }
  })

  it('are not made for an option that does not exist', async () => {
    const { url, requests } = await serve()
    const events = checkWith({ url, ...{ maxtime: 5 } })
    await expect(events.next()).rejects.toThrow('there is no option "maxtime"; did you mean "maxTime"?')
    expect(requests).toEqual([])
  })

  it('end when the caller reads no more events', async () => {
    const [{ url, requests }, other] = await Promise.all([serve(), serve()])
    for await (const _ of checkWith({ url, against: other.url })) break
    // A check that went on would make its other calls in this time.
    await setTimeout(500)
    // At most six calls were under way after the home data.
    expect(requests.length).toBeLessThanOrEqual(7)
    expect(other.requests).toEqual([])
  })

  it('are repeated when a connection breaks once', async () => {
    const broken = new Set<string>()
    const { url } = await serve({
      respond: ({ route }, response) => {
        if (broken.has(route)) return false
        broken.add(route)
        response.socket?.destroy()
        return true
      },
    })
    expect((await check(url)).verdict).toBe('holds')
  })

  it.each([429, 503])('are repeated after the time that a %i tells', async (status) => {
    const times: number[] = []
    const { url } = await serve({
      respond: ({ route }, response) => {
        if (route !== 'get-data') return false
        times.push(performance.now())
        response.setHeader('retry-after', '2')
        return times.length === 1 && sendJson(response, {}, status)
      },
    })
    const { code, stderr } = await run('contract', [url, '--sample', '1'])
    expect(code).toBe(0)
    expect(stderr).toMatch(/waiting 2 s/)
    const [first = 0, second = 0] = times
    // A timer may fire a millisecond early.
    expect(second - first).toBeGreaterThan(1_990)
  })

  it.each([
    ['/api/get-blogs', 'it redirects in a loop (redirect count exceeded)'],
    ['http://[', 'it redirects to an address that is none (ERR_INVALID_URL)'],
    ['ftp://example.org', 'it redirects to an address that is none (URL scheme must be a HTTP(S) scheme)'],
  ])('that are redirected to %s are unchecked, with the reason', async (location, reason) => {
    const { url } = await serve({
      respond: ({ route }, response) => route === 'get-blogs' && send(response, 'text/plain', '', 302, { location }),
    })
    const { code, stdout } = await run('contract', [url, '--sample', '1'])
    expect(code).toBe(2)
    expect(stdout).toContain(`unchecked: blogs: GET ${url}/api/get-blogs: ${reason}\n`)
    expect(stdout).toContain('10 passed, 0 drift, 1 unchecked')
  })

  it('keep to --rate', async () => {
    const times: number[] = []
    const { url } = await serve({
      respond: () => {
        times.push(performance.now())
        return false
      },
    })
    const start = performance.now()
    expect((await run('contract', [url, '--sample', '1', '--rate', '100'])).code).toBe(0)
    expect(times.length).toBeGreaterThan(20)
    // The call at a place comes no earlier than its turn; how much later is the machine's affair.
    for (const [place, time] of times.entries()) expect(time - start).toBeGreaterThan(place * 10 - 2)
  })
})

describe('a fault of the check itself', () => {
  it('is 70, with where it happened and none of its words', async () => {
    const { url } = await serve()
    let stderr = ''
    const broken = {
      stdout: {
        write: () => {
          throw new TypeError('the words of x-token: secret')
        },
      },
      stderr: {
        write: (text: string) => {
          stderr += text
        },
      },
    }
    expect(await contractCommand([url, '--sample', '1', '--json', '-'], broken)).toBe(70)
    expect(stderr).toMatch(/^contract: TypeError in ugarit-contract-check \d+\.\d+\.\d+, Node v\d+/)
    expect(stderr).toMatch(/\n {4}at .*calls\.test\.ts/)
    expect(stderr).toMatch(/please report it\.\n$/)
    expect(stderr).not.toContain('secret')
  })
})

function answer(response: ServerResponse, data: unknown): void {
  sendJson(response, data === undefined ? {} : { data }, data === undefined ? 404 : 200)
}
