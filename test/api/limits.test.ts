import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { build, root, shared } from '../helper'

const api = shared()

describe('size', () => {
  /** Sends a body of `bytes`, with or without telling its length, over a connection of its own; gives status and body. */
  function send(bytes: number, isDeclared: boolean): Promise<{ status: number; type: string; text: string }> {
    const { port } = api
    return new Promise((resolve, reject) => {
      const request = httpRequest({
        port,
        host: '127.0.0.1',
        agent: false,
        method: 'POST',
        path: '/api/get-course',
        headers: { 'content-type': 'application/json', ...(isDeclared && { 'content-length': bytes }) },
      })
      let isAnswered = false
      request.on('response', (response) => {
        isAnswered = true
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        const { statusCode: status = 0, headers } = response
        response.on('close', () => resolve({ status, type: headers['content-type'] ?? '', text }))
      })
      // The server may hang up on what it has refused already.
      request.on('error', (error) => isAnswered || reject(error))
      request.write(`{"slug":"`)
      request.end('a'.repeat(bytes - 9))
    })
  }

  test.each([
    ['20 kB, declared', 20_000, true],
    ['20 kB, chunked', 20_000, false],
    ['2 MB, declared', 2_000_000, true],
    ['2 MB, chunked', 2_000_000, false],
  ])('a payload of %s is a 413 problem document', async (_, bytes, isDeclared) => {
    const { status, type, text } = await send(bytes, isDeclared)
    expect([status, type]).toStrictEqual([413, 'application/problem+json; charset=utf-8'])
    expect(JSON.parse(text).errors).toMatchObject([{ pointer: '', expected: 'a payload of at most 16384 bytes' }])
  })
})

describe('rate limit', () => {
  test('after about 1,000 requests an address is asked to wait, and no other address is', async () => {
    const { app } = await build({ distDir: join(root, 'dist') })
    const call = (remoteAddress: string, url = '/api/get-blogs') => app.inject({ url, remoteAddress })
    let answered = 0
    let answer = await call('10.1.2.3')
    while (answer.statusCode === 200 && answered < 1_200) {
      answered++
      answer = await call('10.1.2.3')
    }
    expect(answered).toBeGreaterThanOrEqual(900)
    expect(answer.statusCode).toBe(429)
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(answer.json()).toMatchObject({ type: 'about:blank', status: 429, title: 'Too Many Requests' })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect((await call('10.1.2.4')).statusCode).toBe(200)

    // Who asks for a page is told by one, in its language, that tries again by itself.
    const page = await call('10.1.2.3', '/ar/courses')
    expect([page.statusCode, Number(page.headers['retry-after']) > 0]).toStrictEqual([429, true])
    expect(page.headers['content-type']).toMatch(/^text\/html/)
    expect(page.body).toContain('<html lang="ar" dir="rtl">')
    expect((await call('10.1.2.4', '/ar/courses')).statusCode).toBe(200)
  })

  test('an address that a client makes up is not believed', async () => {
    const { app } = await build()
    const call = (index: number) =>
      app.inject({ url: '/api/get-blogs', headers: { 'x-forwarded-for': `10.0.${index >> 8}.${index & 255}` } })
    const statuses = await Promise.all(
      Array.from({ length: 1_100 }, async (_, index) => (await call(index)).statusCode),
    )
    expect(statuses).toContain(429)
  })
})
