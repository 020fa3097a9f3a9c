import { request } from 'node:http'
import { createServer } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { afterEach, expect, test, vi } from 'vitest'
import { listen, serve } from '../../contract-check/run'
import { start } from '../../scripts/run-script'
import { makeCertificate } from '../../support/certificate'
import { emptyFolder } from '../../support/folders'

afterEach(() => void vi.unstubAllEnvs())

test('the contract check shows a client certificate to an API that asks for one, and trusts a CA of NODE_EXTRA_CA_CERTS', async () => {
  const { cert, key, file, keyFile } = await makeCertificate(await emptyFolder())
  const tls = { cert, key, ca: cert, requestCert: true }
  const { url } = await serve()
  const front = createServer(tls, (asked, response) => {
    const { url: path = '', method = '', headers } = asked
    const passed = request(url + path, { method, headers }, (answer) => {
      answer.pipe(response.writeHead(answer.statusCode ?? 500, answer.headers))
    })
    asked.pipe(passed)
  })
  const shown: string[][] = []
  const stranger = createServer({ ...tls, rejectUnauthorized: false }, ({ socket }, response) => {
    shown.push(Object.keys((socket as TLSSocket).getPeerCertificate()))
    response.writeHead(404).end()
  })
  const portOf = async (server: typeof front) => new URL(`http://${await listen(server)}`).port
  const address = `https://localhost:${await portOf(front)}`
  const pictures = `https://localhost:${await portOf(stranger)}/images/`
  // Node reads the variable only at its start, so the check runs in a process of its own.
  vi.stubEnv('NODE_EXTRA_CA_CERTS', file)
  const check = (...args: string[]) => start('contract', [address, '--sample', '1', ...args]).finished
  const certificate = ['--cert', file, '--key', keyFile]
  const stdout = expect.stringContaining(' passed, 0 drift, 0 unchecked')
  expect(await check(...certificate)).toMatchObject({ code: 0, stdout })
  expect((await check(...certificate, '--image-base', pictures)).code).toBe(1)
  expect([shown.length > 0, shown.flat()]).toEqual([true, []])
  expect(await check()).toMatchObject({ code: 2, stderr: expect.stringMatching(/certificate|handshake|broke/i) })
})
