import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { sendJson } from './drifting-server'
import { check, serve } from './run'

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
    expect(summary).toMatchObject({ passed: 1, unreachable: 10 })
    // The first six calls were waited for side by side; nothing was asked after them.
    expect(requests.filter((path) => path.startsWith('/api/'))).toHaveLength(7)
    expect(operations.filter(({ reason }) => reason?.includes('no answer within 5 s'))).not.toHaveLength(0)
  })

  it('name the home data when that hangs', async () => {
    const { url } = await serve({ respond: () => true })
    const report = await check(url, { timeout: 200 })
    expect(report.unchecked).toBe(`homeData: GET ${url}/api/get-data: no answer within 0.2 s`)
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

  it('leave samples out when the server limits them, and ask the rest', async () => {
    let calls = 0
    const { url } = await serve({
      respond: (_, response) => {
        if (++calls < 60) return false
        response.setHeader('retry-after', '1')
        return calls < 65 && sendJson(response, {}, 429)
      },
    })
    const { verdict, operations } = await check(url)
    expect(verdict).toBe('holds')
    expect(operations[0]?.notes.join()).toMatch(/samples left out: the server limits calls/)
  })
})

function answer(response: ServerResponse, data: unknown): void {
  sendJson(response, data === undefined ? {} : { data }, data === undefined ? 404 : 200)
}
