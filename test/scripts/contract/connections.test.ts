import { createServer } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { run } from '../run-command'
import { listen, serve } from './run'

afterEach(() => void vi.unstubAllEnvs())

it('go through the proxy that the environment names, except to the hosts of NO_PROXY', async () => {
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
  vi.stubEnv('http_proxy', `http://${await listen(proxy)}`)
  const { url } = await serve()
  for (const [exceptions, asked] of [
    ['', [new URL(url).host]],
    ['127.0.0.1', []],
  ] as const) {
    vi.stubEnv('no_proxy', exceptions)
    hosts.length = 0
    expect((await run('contract', [url, '--sample', '1'])).code).toBe(0)
    expect([...new Set(hosts)]).toEqual(asked)
  }
})
