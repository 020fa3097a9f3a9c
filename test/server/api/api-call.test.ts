import { Readable } from 'node:stream'
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
