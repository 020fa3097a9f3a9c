import { existsSync } from 'node:fs'
import { link, mkdir, mkdtemp, readdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import pLimit from 'p-limit'
import { isPictureName } from '#contract/picture-files'
import type { HomeData } from '#contract/schemas'
import { writeStaticSite } from '../../publish/static-site'
import { buildApp } from '../../server/app'
import { ConfigError, readConfig } from '../../server/config'
import { FixtureError, openStore } from '../../server/content/store'
import { makeFolder } from '../../server/files'
import { buildSite } from '../builds'
import { CommandError, runCommand } from '../command-line/command'
import { cannotWrite, deleteAfter } from '../command-line/files'
import { exitCodes, type Flags, type Output, type Parsed, readAddress, UsageError } from '../command-line/options'
import { createProgress } from '../command-line/progress'
import { plural } from '../contract/reports/words'
import { recordCommand } from '../record/command'
import { replaceFolder } from '../record/stage'

const flags = {
  out: { value: 'DIR', text: 'where to; a new folder, an empty one or an export' },
  base: { value: '/PATH/', text: 'the path that the site will lie below (default /)' },
  'public-url': { value: 'URL', text: 'the origin of canonical addresses, feeds and site map (default PUBLIC_URL)' },
  from: { value: 'URL', text: 'exports the content of the API at URL, recorded and checked as by "npm run record"' },
  'picture-host': {
    value: 'HOST',
    text: 'with --from, fetches pictures of this host too; may be repeated',
    multiple: true,
  },
} as const satisfies Flags

const command = {
  name: 'export',
  flags,
  before: `npm run export -- --out DIR [options]

Writes the site as files that any static host can serve, with no API: every page in both languages, pictures in all sizes, share
cards, the service worker. An export that DIR holds is replaced in one step; files that have not changed keep their dates.
`,
  after: `Content, pictures and product come from FIXTURES_DIR, IMAGES_DIR and PRODUCT; resized pictures are kept in CACHE_DIR. Exit code: 0
exported, 1 the content or a variable has faults, 1 or 2 --from could not be recorded, 64 wrong usage.
`,
}

/**
 * The file that marks a folder as an export and lists its files. A folder with other files is never replaced, because
 * the export would delete them.
 */
const markerName = '.ugarit-export'

/** Runs `npm run export` and returns its exit code. */
export function exportCommand(args: string[], output: Output, env = process.env): Promise<number> {
  return runCommand(command, args, output, (values) =>
    run(values, output, env).catch((error: unknown) => {
      const isFault = error instanceof ConfigError || error instanceof FixtureError
      throw isFault ? new CommandError(exitCodes.drift, error.message) : error
    }),
  )
}

async function run(values: Parsed<typeof flags>['values'], output: Output, env: NodeJS.ProcessEnv): Promise<number> {
  const { base = '/', from, 'public-url': publicUrl } = values
  if (!values.out) throw new UsageError('--out DIR is missing')
  // If `--out` is a symbolic link, the export replaces the folder behind it and keeps the link.
  const out = await realpath(values.out).catch(() => resolve(String(values.out)))
  if (!/^\/(?:[\w~-][\w.~-]*\/)*$/.test(base))
    throw new UsageError(`--base takes a path such as /demo/ that begins and ends with a slash; found "${base}"`)
  if (publicUrl && readAddress(publicUrl, '--public-url') !== new URL(publicUrl).origin)
    throw new UsageError('--public-url takes an origin such as https://www.example.org; --base takes the path')
  await checkTarget(out)
  await makeFolder(dirname(out)).catch(cannotWrite('--out'))
  // Creates the stage next to the target folder, because a rename works only within one file system.
  const stage = await mkdtemp(join(dirname(out), `.${basename(out)}-`)).catch(cannotWrite('--out'))
  return deleteAfter(stage, async () => {
    const content = { FIXTURES_DIR: join(stage, 'content/fixtures'), IMAGES_DIR: join(stage, 'content/images') }
    if (from !== undefined) {
      const product = env.PRODUCT ? ['--product', env.PRODUCT] : []
      const hosts = (values['picture-host'] ?? []).flatMap((host) => ['--picture-host', host])
      const exitCode = await recordCommand([from, '--out', join(stage, 'content'), ...product, ...hosts], output)
      if (exitCode !== exitCodes.holds) return exitCode
    }
    // Turns off the rate limit, fault injection and other APIs, which do not apply to an export.
    const own = { BASE_URL: '', UPSTREAM: '', FAULTS: '', RATE_LIMIT: 'off', LOG_LEVEL: 'error' }
    if (!publicUrl && !env.PUBLIC_URL)
      output.stderr.write('export: without --public-url, search engines and feeds are told http://localhost:3000\n')
    const address = { IMAGE_BASE: `${base}images/`, ...(publicUrl && { PUBLIC_URL: publicUrl }) }
    await exportSite(out, base, stage, output, { ...env, ...own, ...address, ...(from && content) })
    return exitCodes.holds
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

/** Builds the site for the path `base`, and writes the server's responses as files. */
async function exportSite(out: string, base: string, stage: string, output: Output, env: NodeJS.ProcessEnv) {
  const startedAt = performance.now()
  const progress = createProgress('export', output)
  const config = readConfig(env)
  const [build, fresh] = [join(stage, 'build'), join(stage, 'new', basename(out))]
  const counts = { pages: 0, files: 0, bytes: 0, written: 0 }
  const store = await openStore(config)
  progress.say('building the site ...')
  await buildSite(build, base)
  const app = await buildApp({ config, store, distDir: build, base })

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
    replaceFolder(fresh, out, join(stage, 'old'))
  } finally {
    progress.end()
    store.close()
    await app.close()
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const size = `${counts.files} files (${counts.written} written), ${(counts.bytes / 1e6).toFixed(1)} MB, in ${seconds} s`
  output.stdout.write(`Exported ${counts.pages} pages and ${pictures.length} pictures to ${out}: ${size}\n`)
}
