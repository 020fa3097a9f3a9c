import { type ChildProcess, spawn } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { root, tempContent } from '../support/app'

type Exit = { code: number | null; stdout: string; stderr: string }

const sources = `exec "${process.execPath}" --import tsx server/main.ts`

/** The server as a separate process over its own content, by a command of the shell. `exit` resolves when it has ended. */
export async function runServer(env: Record<string, string> = {}, command = sources) {
  const dirs = await tempContent()
  const child: ChildProcess = spawn('sh', ['-c', command], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'development',
      FIXTURES_DIR: dirs.fixturesDir,
      IMAGES_DIR: dirs.imagesDir,
      LOG_LEVEL: 'silent',
      PORT: '0',
      CACHE_DIR: 'off',
      ...env,
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text) => (output[name] += text))
  const exit = new Promise<Exit>((resolve) => child.on('close', (code) => resolve({ code, ...output })))
  const listening = new Promise<number>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const port = /The (?:site|API) is at http:\/\/127\.0\.0\.1:(\d+)\//.exec(output.stdout)?.[1]
      if (port) resolve(Number(port))
    })
    void exit.then(({ stderr }) => reject(new Error(`the server ended: ${stderr}`)))
  })
  listening.catch(() => undefined)
  return { ...dirs, child, exit, listening }
}
