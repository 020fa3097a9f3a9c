import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { root, tempContent } from '../support/app'
import { freePort } from '../support/free-port'

/** Returns true while a process of the group runs. */
function isRunning(group: number): boolean {
  try {
    return process.kill(-group, 0)
  } catch {
    return false
  }
}

/** Starts `npm run dev` on content of its own, and waits until both servers listen. */
async function startDevelopment(port: number, env: NodeJS.ProcessEnv = {}) {
  const { fixturesDir, imagesDir } = await tempContent()
  const clientPort = await freePort()
  const { pid = 0, ...npm } = spawn('npm', ['run', 'dev'], {
    cwd: root,
    // Starts a process group, in which the processes that npm starts are found.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      // Leaves out vitest's own variables, of which BASE_URL is the site's too.
      PATH: process.env.PATH,
      NODE_ENV: 'development',
      PORT: `${port}`,
      CLIENT_PORT: `${clientPort}`,
      FIXTURES_DIR: fixturesDir,
      IMAGES_DIR: imagesDir,
      ...env,
    },
  })
  onTestFinished(() => void (isRunning(pid) && process.kill(-pid, 'SIGKILL')))
  let output = ''
  npm.stdout.on('data', (text) => {
    output += text
  })
  await vi.waitUntil(() => /The API is at/.test(output) && /Local/.test(output), { timeout: 50_000 })
  return { pid, clientPort, output: () => output }
}

test('SIGTERM of npm run dev alone, as a supervisor sends it, ends both servers', async () => {
  const port = await freePort()
  const { pid, clientPort } = await startDevelopment(port)
  process.kill(pid, 'SIGTERM')
  await vi.waitUntil(() => !isRunning(pid), { timeout: 50_000 })
  await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow()
  await expect(fetch(`http://localhost:${clientPort}/`)).rejects.toThrow()
})

test('a taken port is replaced by the next free one, and the address of the API leads to the site, at another HOST too', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port: taken } = other.address() as AddressInfo
  const { output, clientPort } = await startDevelopment(taken, { HOST: '127.0.0.2' })
  expect(output()).toContain(`PORT: port ${taken} is taken, so `)
  const [, address = ''] = /The API is at (\S+)/.exec(output()) ?? []
  const { status, headers } = await fetch(address, { redirect: 'manual' })
  expect([status, headers.get('location')]).toEqual([302, `http://localhost:${clientPort}/`])
  expect(new URL(address).hostname).toBe('127.0.0.2')
  expect((await fetch(`http://localhost:${clientPort}/contact-us`)).status).toBe(200)
})
