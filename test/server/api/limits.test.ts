import { request as httpRequest } from 'node:http'
import { describe, expect, test } from 'vitest'
import { sharedApp } from '../../support/app'

const api = sharedApp()

describe('size', () => {
  /** Sends a body of `bytes` over a new connection, with or without Content-Length; returns status and body. */
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
      // The server may close the connection after it has refused the request.
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
