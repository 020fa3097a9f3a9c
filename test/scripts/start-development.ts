import { spawn } from 'node:child_process'
import { onTestFinished, vi } from 'vitest'
import { root, tempContent } from '../support/app'
import { freePort } from '../support/free-port'

/** Returns true while a process of the group runs. */
export function isRunning(group: number): boolean {
  try {
    return process.kill(-group, 0)
  } catch {
    return false
  }
}

/** Starts `npm run dev` on content of its own, and waits until both servers listen. */
export async function startDevelopment(port: number, env: NodeJS.ProcessEnv = {}) {
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
