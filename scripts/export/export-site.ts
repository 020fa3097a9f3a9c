import { existsSync } from 'node:fs'
import { copyFile, readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import pLimit from 'p-limit'
import type { HomeData } from '#contract/entities'
import { operations } from '#contract/operations'
import { isPictureName } from '#contract/picture-files'
import type { CheckOptions } from '../../contract-check/check'
import { deleteAfter, fileErrorText, type Uninterrupted } from '../../contract-check/command-line/files'
import { exitCodes } from '../../contract-check/command-line/options'
import { type Progress, silent } from '../../contract-check/command-line/progress'
import { CommandError } from '../../contract-check/command-line/run-command'
import { buildApp } from '../../server/app'
import { readConfig } from '../../server/config'
import { openStore } from '../../server/content/store'
import { checkOutput, makeStage, markerText, type OutputKind, replaceOutput, resolveOutput } from '../output-folder'
import { record } from '../record/record'
import { buildSite } from '../site-build'
import { createExportFiles } from './export-files'
import { homeChangeFiles } from './home-change-files'
import { writeStaticSite } from './static-site'

export type ExportOptions = {
  /** A new folder, an empty one, or an export, which is replaced in one step. */
  out: string
  /** The path that the site will lie below, with a slash at both ends. */
  base?: string
  /** The variables of the server: content, pictures, product, `PUBLIC_URL`, `CACHE_DIR`. */
  env?: NodeJS.ProcessEnv
  /** If true, leaves out share images and wide pictures. */
  isQuick?: boolean
  /** Exports the content of this API instead. */
  from?: CheckOptions
  progress?: Progress
}

/**
 * A finished export: the folder, and the numbers of pages and pictures. `files` counts all files and `written` those that differ from the
 * export before; `bytes` is the size of all.
 */
export type Export = { out: string; pages: number; pictures: number; files: number; written: number; bytes: number }

const exported: OutputKind = { name: 'export', marker: '.ugarit-export', command: 'npm run export' }

/**
 * Writes the whole site as files for a static host. Throws a UsageError for an `out` that is not replaced, a ConfigError or
 * FixtureError for violations of `env`, and a RecordError if `from` could not be recorded.
 */
export async function exportSite({
  base = '/',
  env = process.env,
  isQuick = false,
  from,
  progress = silent,
  ...options
}: ExportOptions) {
  const out = await resolveOutput(options.out)
  await checkOutput(out, exported)
  const stage = await makeStage(out)
  return deleteAfter(stage, async (uninterrupted) => {
    const content = { FIXTURES_DIR: join(stage, 'content/fixtures'), IMAGES_DIR: join(stage, 'content/images') }
    if (from) {
      await record({ ...from, out: join(stage, 'content'), progress })
      // An API has no settings of the site, so these are those of FIXTURES_DIR.
      const settings = join(readConfig(env).fixturesDir, 'site.json')
      if (existsSync(settings)) await copyFile(settings, join(content.FIXTURES_DIR, 'site.json'))
    }
    // Turns off limits, fault injection and other APIs, which do not apply to an export.
    const off = { RATE_LIMIT: 'off', HOME_DATA_LIMIT: 'off' }
    const own = { BASE_URL: '', UPSTREAM: '', FAULTS: '', LOG_LEVEL: 'warn', ...off }
    if (!env.PUBLIC_URL) progress.say('without --public-url, search engines and feeds are told http://localhost:3000')
    const site = { ...env, ...own, IMAGE_BASE: `${base}images/`, ...(from && content) }
    return writeSite({ out, base, isQuick, stage, uninterrupted, progress }, site)
  })
}

type Writing = {
  out: string
  base: string
  isQuick: boolean
  stage: string
  uninterrupted: Uninterrupted
  progress: Progress
}

/** Builds the site for the path `base`, and writes the server's responses as files. */
async function writeSite(
  { out, base, isQuick, stage, uninterrupted, progress }: Writing,
  env: NodeJS.ProcessEnv,
): Promise<Export> {
  const config = readConfig(env)
  const [build, fresh] = [join(stage, 'build'), join(stage, 'new', basename(out))]
  const counts = { pages: 0, files: 0, bytes: 0, written: 0 }
  const store = await openStore(config)
  progress.say('building the site ...')
  await buildSite(build, base, isQuick)
  /** Shows a line of the server's log as words. */
  const logStream = {
    write: (line: string) => {
      const { msg, url, err } = JSON.parse(line) as { msg: string; url?: string; err?: Error }
      progress.say([url, msg, err?.message].filter(Boolean).join(': '))
    },
  }
  const app = await buildApp({ config, store, distDir: build, base, logStream })

  async function ask(path: string, accept = '*/*', status = 200) {
    const { statusCode, rawPayload, headers } = await app.inject({ url: path, headers: { accept } })
    if (statusCode !== status) throw new Error(`${path} was answered with ${statusCode}: ${rawPayload}`)
    return { body: rawPayload, headers }
  }

  const writeFile = createExportFiles({ fresh, before: out, warn: progress.say })

  async function write(path: string, given: string | Buffer): Promise<void> {
    const body = Buffer.from(given)
    const outcome = await writeFile(path, body)
    if (outcome === 'left out') return
    if (basename(path) === 'index.html') counts.pages++
    counts.files++
    counts.bytes += body.length
    if (outcome === 'written') counts.written++
  }

  const slowness = slownessOf(config.cacheDir)
  if (slowness && !isQuick) progress.say(slowness)
  const pictures = (await readdir(config.imagesDir)).filter(isPictureName)
  try {
    const home = store.content().homeData[0] as HomeData
    const limit = pLimit(4)
    await writeStaticSite({
      home,
      product: config.product,
      base,
      pictures,
      ask,
      write,
      isQuick,
      warn: progress.say,
      onProgress: ({ pages, pictures }) => progress.show(() => `page ${ofTotal(pages)}, picture ${ofTotal(pictures)}`),
      inTurns: (tasks, run) => limit.map(tasks, run),
    })
    const { body } = await ask(operations.homeData.path)
    for (const [path, text] of await homeChangeFiles({ out, body, cacheDir: config.cacheDir, warn: progress.say }))
      await write(path, text)
    const client = join(build, 'client')
    for (const entry of await readdir(client, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name).slice(client.length + 1)
      const isMade = path === 'index.html' || path === 'sw.js' || path.endsWith('.webmanifest')
      if (!entry.isFile() || isMade || path.startsWith('.vite')) continue
      await write(path, await readFile(join(client, path)))
    }
    await write(exported.marker, await markerText(fresh, exported))
    await checkOutput(out, exported)
    await uninterrupted(() => replaceOutput(fresh, out, join(stage, 'old')))
  } catch (error) {
    const text = fileErrorText(error, stage)
    throw text === undefined ? error : new CommandError(exitCodes.unchecked, `${out} is left as it was: ${text}`)
  } finally {
    progress.end()
    store.close()
    await app.close()
  }
  return { out, pictures: pictures.length, ...counts }
}

/** The reason why all pictures have to be resized, which takes most of the time; `undefined` if a cache has those of an earlier run. */
function slownessOf(cacheDir: string): string | undefined {
  if (cacheDir && existsSync(join(cacheDir, 'pictures'))) return undefined
  const later = cacheDir ? 'later runs take them from CACHE_DIR' : 'CACHE_DIR=off keeps none for later runs'
  return `resizes every picture, which takes most of the time; ${later}, and --quick leaves out the wide ones`
}

/** A count as in "800 of 1,300". */
function ofTotal({ done, total }: { done: number; total: number }): string {
  return `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`
}
