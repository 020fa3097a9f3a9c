import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../support/free-port'
import { isRunning, startDevelopment } from './start-development'

test('SIGTERM of npm run dev alone, as a supervisor sends it, ends both servers', async () => {
  const port = await freePort()
  const { pid, clientPort } = await startDevelopment(port)
  process.kill(pid, 'SIGTERM')
  await vi.waitUntil(() => !isRunning(pid), { timeout: 50_000 })
  await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow()
  await expect(fetch(`http://localhost:${clientPort}/`)).rejects.toThrow()
})

test('a taken port is replaced by a free one, and so is 0; the address of the API leads to the site, at another HOST too', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port: taken } = other.address() as AddressInfo
  const { output } = await startDevelopment(taken, { HOST: '127.0.0.2', CLIENT_PORT: '0' })
  expect(output()).toContain(`PORT: port ${taken} is taken, so `)
  const [, address = ''] = /The API is at (\S+)/.exec(output()) ?? []
  const [, site = ''] = /Local: +(\S+)/.exec(output()) ?? []
  const { status, headers } = await fetch(address, { redirect: 'manual' })
  expect([status, headers.get('location')]).toEqual([302, site])
  expect(new URL(address).hostname).toBe('127.0.0.2')
  expect((await fetch(new URL('/contact-us', site))).status).toBe(200)
})
