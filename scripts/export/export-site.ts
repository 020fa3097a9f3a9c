import { existsSync } from 'node:fs'
import { access, constants, link, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import pLimit from 'p-limit'
import type { HomeData } from '#contract/entities'
import { isPictureName } from '#contract/picture-files'
import type { CheckOptions } from '../../contract-check/check'
import { cannotWrite, deleteAfter, fileErrorText, type Uninterrupted } from '../../contract-check/command-line/files'
import { exitCodes, UsageError } from '../../contract-check/command-line/options'
import { type Progress, silent } from '../../contract-check/command-line/progress'
import { CommandError } from '../../contract-check/command-line/run-command'
import { plural } from '../../contract-check/reports/words'
import { buildApp } from '../../server/app'
import { readConfig } from '../../server/config'
import { openStore } from '../../server/content/store'
import { isUnmovable, makeFolder } from '../../server/files'
import { writeStaticSite } from '../../server/publish/static-site'
import { record } from '../record/record'
import { replaceFiles } from '../record/stage'
import { buildSite } from '../site-build'

export type ExportOptions = {
  /** A new folder, an empty one, or an export, which is replaced in one step. */
  out: string
  /** The path that the site will lie below, with a slash at both ends. */
  base?: string
  /** The variables of the server: content, pictures, product, `PUBLIC_URL`, `CACHE_DIR`. */
  env?: NodeJS.ProcessEnv
  /** Exports the content of this API instead. */
  from?: CheckOptions
  progress?: Progress
}

/**
 * A finished export: the folder, and the numbers of pages and pictures. `files` counts all files and `written` those that differ from the
 * export before; `bytes` is the size of all.
 */
export type Export = { out: string; pages: number; pictures: number; files: number; written: number; bytes: number }

/**
 * The file that marks a folder as an export and lists its files. A folder with other files is never replaced, because
 * the export would delete them.
 */
const markerName = '.ugarit-export'

/**
 * Writes the whole site as files for a static host. Throws a UsageError for an `out` that is not replaced, a ConfigError or
 * FixtureError for violations of `env`, and a RecordError if `from` could not be recorded.
 */
export async function exportSite({
  base = '/',
  env = process.env,
  from,
  progress = silent,
  ...options
}: ExportOptions) {
  // If `out` is a symbolic link, the export replaces the folder behind it and keeps the link.
  const out = await realpath(options.out).catch(() => resolve(options.out))
  await checkTarget(out)
  await makeFolder(dirname(out)).catch(cannotWrite('--out'))
  // Creates the stage next to the target folder, because a rename works only within one file system.
  const stage = await mkdtemp(join(dirname(out), `.${basename(out)}-`)).catch(async (error: NodeJS.ErrnoException) => {
    if (!isUnmovable(error) || !existsSync(out)) return cannotWrite('--out')(error)
    // Only the folder itself can be written, for example as a mount in a container.
    await access(out, constants.W_OK).catch(cannotWrite('--out'))
    return mkdtemp(join(tmpdir(), 'ugarit-export-'))
  })
  return deleteAfter(stage, async (uninterrupted) => {
    const content = { FIXTURES_DIR: join(stage, 'content/fixtures'), IMAGES_DIR: join(stage, 'content/images') }
    if (from) await record({ ...from, out: join(stage, 'content'), progress })
    // Turns off the rate limit, fault injection and other APIs, which do not apply to an export.
    const own = { BASE_URL: '', UPSTREAM: '', FAULTS: '', RATE_LIMIT: 'off', LOG_LEVEL: 'warn' }
    if (!env.PUBLIC_URL) progress.say('without --public-url, search engines and feeds are told http://localhost:3000')
    const site = { ...env, ...own, IMAGE_BASE: `${base}images/`, ...(from && content) }
    return writeSite({ out, base, stage, uninterrupted, progress }, site)
  })
}

/** Throws a UsageError if the folder can't be read, or has files of no export, because replacing it would delete them. */
async function checkTarget(out: string): Promise<void> {
  const names = existsSync(out) ? await readdir(out).catch(cannotWrite('--out')) : []
  const own = names.includes(markerName) ? (await readFile(join(out, markerName), 'utf8')).split('\n') : []
  const foreign = names.filter((name) => name !== markerName && !own.includes(name))
  if (foreign.length > 0)
    throw new UsageError(`--out: ${out} has files that are of no export, so it is not replaced: ${foreign.join(', ')}`)
}

type Writing = { out: string; base: string; stage: string; uninterrupted: Uninterrupted; progress: Progress }

/** Builds the site for the path `base`, and writes the server's responses as files. */
async function writeSite(
  { out, base, stage, uninterrupted, progress }: Writing,
  env: NodeJS.ProcessEnv,
): Promise<Export> {
  const config = readConfig(env)
  const [build, fresh] = [join(stage, 'build'), join(stage, 'new', basename(out))]
  const counts = { pages: 0, files: 0, bytes: 0, written: 0 }
  const store = await openStore(config)
  progress.say('building the site ...')
  await buildSite(build, base)
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

  /** Writes a file, or links the previous export's file if it is the same. The link keeps the date, so upload tools skip it. */
  async function write(path: string, given: string | Buffer): Promise<void> {
    const [body, target, before] = [Buffer.from(given), join(fresh, path), join(out, path)]
    await mkdir(dirname(target), { recursive: true })
    if (basename(path) === 'index.html') counts.pages++
    counts.files++
    counts.bytes += body.length
    progress.show(() => `${plural(counts.pages, 'page')}, ${plural(counts.files, 'file')}`)
    const isSame = (await readFile(before).catch(() => undefined))?.equals(body)
    if (isSame && !(await link(before, target).catch(String))) return
    await writeFile(target, body)
    counts.written++
  }

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
      warn: progress.say,
      inTurns: (tasks, run) => limit.map(tasks, run),
    })
    const client = join(build, 'client')
    for (const entry of await readdir(client, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name).slice(client.length + 1)
      if (!entry.isFile() || path === 'index.html' || path.startsWith('.vite')) continue
      const body = await readFile(join(client, path))
      // Puts the base before the paths in the web app manifest.
      await write(path, path.endsWith('.webmanifest') ? String(body).replaceAll('": "/', `": "${base}`) : body)
    }
    await write(markerName, ['Made by "npm run export".', ...(await readdir(fresh)).sort(), ''].join('\n'))
    await checkTarget(out)
    await uninterrupted(() => replaceExport(fresh, out, join(stage, 'old')))
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

/** Replaces an export in one step, or one file after the other where the folder can't be renamed, for example at a mount. */
async function replaceExport(fresh: string, out: string, aside: string): Promise<void> {
  const entries = await readdir(fresh, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(fresh, join(entry.parentPath, entry.name)))
  // Pages come after the files that they load.
  files.sort((a, b) => Number(a.endsWith('.html')) - Number(b.endsWith('.html')))
  let done = 0
  const onFiles = (count: number) => {
    done += count
  }
  try {
    if (await replaceFiles(fresh, out, files, { aside, onFiles })) return
    for (const path of await readdir(out, { recursive: true }))
      if (!existsSync(join(fresh, path))) await rm(join(out, path), { recursive: true, force: true })
  } catch (error) {
    const text = fileErrorText(error, out)
    if (text === undefined || done === 0) throw error
    throw new CommandError(exitCodes.unchecked, `wrote ${done} of ${plural(files.length, 'file')} into ${out}: ${text}`)
  }
}
