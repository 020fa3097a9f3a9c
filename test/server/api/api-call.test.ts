import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { createRemoteSource } from '../../../server/api/remote-source'
import { startHttpServer } from '../../support/http-server'

function* chunksOf(bytes: number) {
  for (let sent = 0; sent < bytes; sent += 10_000) yield 'x'.repeat(Math.min(10_000, bytes - sent))
}

/** Asks an API whose answers have so many bytes, and reads at most a megabyte. `ended` resolves when the API's answer was closed. */
async function askTalkative(bytes: number, isDeclared = false) {
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const { url: address, stop } = await startHttpServer((_, response) => {
    response.on('close', end)
    if (isDeclared) response.setHeader('content-length', bytes)
    Readable.from(chunksOf(bytes)).pipe(response)
  })
  onTestFinished(stop)
  const log = { info: () => undefined, warn: () => undefined }
  const { ask } = createRemoteSource({ address, product: 'ugarit', log, mostBytes: 1_000_000 })
  return { ended, answer: ask('blogs', undefined) }
}

test.each([
  ['without an end', Number.POSITIVE_INFINITY, false],
  ['that tells that it is too long', 5_000_000, true],
  ['that is too long', 5_000_000, false],
])('an answer %s is read no further than allowed, and its connection ended', async (_, bytes, isDeclared) => {
  const { ended, answer } = await askTalkative(bytes, isDeclared)
  await expect(answer).rejects.toThrow('answered with more than 1000000 bytes')
  await ended
})

test('an answer within the limit is read whole', async () => {
  const { answer } = await askTalkative(900_000)
  await expect(answer).rejects.toThrow('answered text that is no JSON')
})
