import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { createRemoteSource } from '../../../server/api/remote-source'

function* chunksOf(bytes: number) {
  for (let sent = 0; sent < bytes; sent += 10_000) yield 'x'.repeat(Math.min(10_000, bytes - sent))
}

/** An API whose answers have so many bytes, or never end, and a promise that its connection was closed. */
async function talkative(bytes: number, isDeclared: boolean) {
  const server = createServer((_, response) => {
    if (isDeclared) response.setHeader('content-length', bytes)
    Readable.from(chunksOf(bytes)).pipe(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const ended = new Promise<void>((resolve) => server.on('connection', (socket) => socket.on('close', () => resolve())))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ended }
}

/** Asks for the blogs and reads at most a megabyte. */
async function ask(url: string) {
  const log = { info: () => undefined, warn: () => undefined }
  return createRemoteSource({ address: url, product: 'ugarit', log, mostBytes: 1_000_000 }).ask('blogs', undefined)
}

test.each([
  ['without an end', Number.POSITIVE_INFINITY, false],
  ['that tells that it is too long', 5_000_000, true],
  ['that is too long', 5_000_000, false],
])('an answer %s is read no further than allowed, and its connection ended', async (_, bytes, isDeclared) => {
  const { url, ended } = await talkative(bytes, isDeclared)
  await expect(ask(url)).rejects.toThrow('answered with more than 1000000 bytes')
  await ended
})

test('an answer within the limit is read whole', async () => {
  const { url } = await talkative(900_000, false)
  await expect(ask(url)).rejects.toThrow('answered text that is no JSON')
})
