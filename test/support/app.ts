import { join, resolve } from 'node:path'
import supertest from 'supertest'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import type { HomeData, SiteSettings } from '#contract/entities'
import { buildApp } from '../../server/app'
import { type Config, readConfig } from '../../server/config'
import { openStore } from '../../server/content/store'
import { generateContent, makeContent } from './generated-content'

export const root = resolve(import.meta.dirname, '../..')

export type BuildOptions = {
  /** Content to serve instead of the shipped fixtures. */
  content?: HomeData
  /** Settings of the site to serve with `content` instead of the shipped ones. */
  site?: SiteSettings
  config?: Partial<Config>
  /** The folder of a build. Without it, the app has no pages. */
  distDir?: string
}

/** The default configuration with the shipped content, no log, and any free port, because other tests run at the same time. */
export function testConfig(): Config {
  const shipped = { FIXTURES_DIR: join(root, 'fixtures'), IMAGES_DIR: join(root, 'images') }
  return { ...readConfig({ ...shipped, LOG_LEVEL: 'silent', CACHE_DIR: 'off' }), port: 0 }
}

type Running = Awaited<ReturnType<typeof start>>

async function start({ content, site, config, ...options }: BuildOptions) {
  const folders = content && (await makeContent(content, site))
  const settings = { ...testConfig(), ...folders?.dirs, ...config }
  const store = await openStore(settings)
  const lines: Record<string, unknown>[] = []
  const logStream = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const app = await buildApp({ config: settings, store, logStream, ...options })
  // Loads React first, because a page that is requested while React loads may be bare on a busy machine.
  if (options.distDir) await (await import(join(options.distDir, 'server/render.js'))).loadPages()
  // Listens here once, because supertest would otherwise start and close the server for each request.
  await app.listen({ host: '127.0.0.1', port: settings.port })
  const close = async () => {
    store.close()
    await app.close()
    await folders?.remove()
  }
  const url = app.listeningOrigin
  const request = supertest(app.server)
  return { app, store, config: settings, request, url, port: Number(new URL(url).port), lines, close }
}

/** Builds the app for one test, with supertest requests and log `lines`. Closes the app and removes its content at the end. */
export async function startApp(options: BuildOptions = {}): Promise<Running> {
  const running = await start(options)
  onTestFinished(running.close)
  return running
}

/**
 * Builds one app for all tests of a file or `describe`, for requests that change nothing. Use it inside tests only. Pass options
 * that depend on another such app as a function.
 */
export function sharedApp(options: BuildOptions | (() => BuildOptions) = {}): Running {
  let running: Running | undefined
  beforeAll(async () => {
    running = await start(typeof options === 'function' ? options() : options)
  })
  afterAll(async () => running?.close())
  return new Proxy({} as Running, { get: (_, key) => Reflect.get(running ?? {}, key) })
}

/** Writes a content set and its pictures to a folder that is removed after the test. */
export async function tempContent(
  content: HomeData = generateContent(),
): Promise<{ fixturesDir: string; imagesDir: string }> {
  const { dirs, remove } = await makeContent(content)
  onTestFinished(remove)
  return dirs
}
