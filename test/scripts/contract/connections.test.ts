import { createServer } from 'node:http'
import { type AddressInfo, connect, type Server } from 'node:net'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { run, serve } from './run'

afterEach(() => void vi.unstubAllEnvs())

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** A proxy that connects to any host, with the hosts that were asked for. */
async function startProxy() {
  const hosts: string[] = []
  const proxy = createServer()
  proxy.on('connect', ({ url = '' }, client, head) => {
    hosts.push(url)
    const target = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      target.write(head)
      target.pipe(client).pipe(target)
    })
    for (const socket of [target, client]) socket.on('error', () => [target, client].map((each) => each.destroy()))
  })
  return { hosts, url: `http://127.0.0.1:${await listen(proxy)}` }
}

it('go through the proxy that the environment names, except to the hosts of NO_PROXY', async () => {
  const proxy = await startProxy()
  const { url } = await serve()
  vi.stubEnv('http_proxy', proxy.url)
  vi.stubEnv('no_proxy', '')
  expect((await run('contract', [url, '--sample', '1'])).code).toBe(0)
  expect(new Set(proxy.hosts)).toEqual(new Set([new URL(url).host]))
  proxy.hosts.length = 0
  vi.stubEnv('no_proxy', '127.0.0.1')
  expect((await run('contract', [url, '--sample', '1'])).code).toBe(0)
  expect(proxy.hosts).toEqual([])
})
