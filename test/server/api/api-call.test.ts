import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { createRemoteSource } from '../../../server/api/remote-source'
import { startHttpServer } from '../../support/http-server'

function* chunksOf(count: number) {
  for (let sent = 0; sent < count; sent++) yield 'x'.repeat(10_000)
}

test.each([
  ['without an end is read no further than allowed', Number.POSITIVE_INFINITY, 'answered with more than 1000000 bytes'],
  ['within the limit is read whole', 90, 'answered text that is no JSON'],
])('an answer %s, and its connection ends', async (_, chunks, reason) => {
  let isEnded = false
  const { url: address, stop } = await startHttpServer((_, response) => {
    response.on('close', () => (isEnded = true))
    Readable.from(chunksOf(chunks)).pipe(response)
  })
  onTestFinished(stop)
  const log = { info: () => undefined, warn: () => undefined }
  const { ask } = createRemoteSource({ address, product: 'ugarit', log, mostBytes: 1_000_000 })
  await expect(ask('blogs', undefined)).rejects.toThrow(reason)
  await expect.poll(() => isEnded).toBe(true)
})

test.each([
  ['millions of empty items', () => `{"data":[${'{},'.repeat(15_000_000)}{}]}`, 'more than 500000 values'],
  ['a list in a list in a list', () => `{"data":${'['.repeat(200_000)}`, 'nested more than 100 levels deep'],
])('an answer of %s in a few bytes is read no further than allowed', async (_, text, reason) => {
  const body = gzipSync(text())
  const { url: address, stop } = await startHttpServer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(body),
  )
  onTestFinished(stop)
  const log = { info: () => undefined, warn: () => undefined }
  const { ask } = createRemoteSource({ address, product: 'ugarit', log })
  await expect(ask('blogs', undefined)).rejects.toThrow(reason)
})
