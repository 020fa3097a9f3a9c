import { spawn } from 'node:child_process'
import { on, once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import type { Course } from '#contract/entities'
import { freePort } from '../support/free-port'
import { generateContent, makeContent } from '../support/generated-content'
import { test as base, expect, perWorker } from './fixtures'

export type DevelopmentStack = Awaited<ReturnType<typeof startDevelopment>>

/** Starts `npm run dev` on generated content. `url` is the address of Vite, and `api` that of the API. */
async function startDevelopment() {
  const { dirs, remove } = await makeContent(generateContent({ seed: 5, size: 4 }))
  const [port, clientPort] = [await freePort(), await freePort()]
  const stack = spawn('npm', ['run', 'dev'], {
    cwd: resolve(import.meta.dirname, '../..'),
    // Starts a process group, so that npm, concurrently, tsx and vite can be ended together.
    detached: true,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      CLIENT_PORT: String(clientPort),
      FIXTURES_DIR: dirs.fixturesDir,
      IMAGES_DIR: dirs.imagesDir,
      FORCE_COLOR: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  stack.stdout.on('data', (text) => {
    output += text
  })
  for await (const _ of on(stack.stdout, 'data')) {
    if (/The API is at/.test(output) && /Local/.test(output)) break
    // Fails for a message of an error, because `tsx watch` keeps running after the server has ended.
    if (/is taken|is already in use|Error/.test(output)) throw new Error(output)
  }
  return {
    url: `http://localhost:${clientPort}`,
    api: `http://127.0.0.1:${port}`,
    ...dirs,
    /** The lines that it has printed so far. */
    lines: () => output.split('\n').filter((line) => line !== ''),
    stop: async () => {
      if (stack.pid && stack.exitCode === null) {
        const ended = once(stack, 'close')
        process.kill(-stack.pid, 'SIGTERM')
        await ended
      }
      await remove()
    },
  }
}

/** Tests of `npm run dev`. All tests of a worker share one `stack`, because its start takes seconds. */
export const test = base.extend<object, { stack: DevelopmentStack }>({ stack: perWorker(startDevelopment) })

/** Reads the fixture file of the courses. */
export async function readCourses({ fixturesDir }: DevelopmentStack): Promise<Course[]> {
  return JSON.parse(await readFile(join(fixturesDir, 'courses.json'), 'utf8')) as Course[]
}

/** Opens a page of the studio, such as `/scenarios`. */
export async function openStudio(page: Page, { url }: DevelopmentStack, path: string, locale = 'en'): Promise<void> {
  await page.addInitScript((value) => {
    // The script runs in the studio's sandboxed frames too, which have no storage.
    if (window.top === window) localStorage.setItem('studio-language', value)
  }, JSON.stringify(locale))
  await page.goto(`${url}/__studio${path}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}
