import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TLSSocket } from 'node:tls'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { run, serve, start } from '../../scripts/contract/run'
import { makeCertificate } from '../../support/certificate'
import { emptyFolder } from '../../support/folders'

afterEach(() => void vi.unstubAllEnvs())

test('the contract check shows a client certificate to an API that asks for one, and trusts a CA of NODE_EXTRA_CA_CERTS', async () => {
  const folder = await emptyFolder()
  const { cert, key, file, keyFile } = await makeCertificate(folder)
  const { url } = await serve()
  const front = createServer({ cert, key, ca: cert, requestCert: true }, async (request, response) => {
    const body = request.method === 'POST' ? await text(request) : undefined
    const headers = { 'content-type': request.headers['content-type'] ?? '' }
    const method = request.method ?? 'GET'
    const answer = await fetch(url + request.url, { method, headers, ...(body && { body }) })
    const type = answer.headers.get('content-type') ?? ''
    response.writeHead(answer.status, { 'content-type': type }).end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void front.close())
  const stranger = createServer(
    { cert, key, ca: cert, requestCert: true, rejectUnauthorized: false },
    (request, response) => {
      certificates.push(Object.keys((request.socket as TLSSocket).getPeerCertificate()))
      response.writeHead(404).end()
    },
  )
  const certificates: string[][] = []
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void stranger.close())
  const pictures = `https://localhost:${(stranger.address() as AddressInfo).port}/images/`
  const address = `https://localhost:${(front.address() as AddressInfo).port}`
  // Node reads the variable at its start only.
  vi.stubEnv('NODE_EXTRA_CA_CERTS', file)
  const withKey = start('contract', [address, '--sample', '1', '--cert', file, '--key', keyFile])
  expect(await withKey.finished).toMatchObject({ code: 0, stdout: expect.stringContaining('11 passed, 0 drift') })
  const elsewhere = start('contract', [
    address,
    '--sample',
    '1',
    '--cert',
    file,
    '--key',
    keyFile,
    '--image-base',
    pictures,
  ])
  expect((await elsewhere.finished).code).toBe(1)
  expect(certificates.length).toBeGreaterThan(0)
  expect(certificates.flat()).toEqual([])
  const without = start('contract', [address, '--sample', '1'])
  expect(await without.finished).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/certificate|handshake|broke/i),
  })
  const lost = join(folder, 'lost.pem')
  expect(await run('contract', [address, '--cert', file])).toMatchObject({ code: 64 })
  expect(await run('contract', [address, '--cert', lost, '--key', keyFile])).toMatchObject({
    code: 64,
    stderr: expect.stringContaining(lost),
  })
})
