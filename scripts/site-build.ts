import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { neutralSite } from '#content/institute'
import type { SiteSettings } from '#contract/entities'
import { defaultProduct } from '#contract/operations'
import { createCheck, createSchemas } from '#contract/schemas'
import { readFixture } from '../server/content/read-fixture'

export const root = resolve(import.meta.dirname, '..')

export const dist = join(root, 'dist')

const configFile = join(root, 'scripts/vite/vite.config.ts')

/** The folder that holds one folder per build. */
export const builds = join(dist, 'builds')

/** The folders in a build. For each of them, `dist` has a link of the same name to that folder of the latest build. */
export const parts = ['client', 'server'] as const

/** The folders and files that a build depends on. */
export const sources = {
  folders: ['client', 'content', 'contract', 'server', 'scripts/vite'],
  files: [
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'scripts/site-build.ts',
    'fixtures/synonyms.json',
    'fixtures/tags.json',
  ],
}

export function currentBuild(): string {
  try {
    return dirname(realpathSync(join(dist, 'server')))
  } catch (error) {
    throw new Error('The site is not built. Run "npm run build" first.', { cause: error })
  }
}

/**
 * The settings of the site in FIXTURES_DIR, which the built `index.html` has for static hosts. Invalid or missing settings are neutral ones,
 * because a server may still start with the last good fixtures.
 */
async function readSite(): Promise<SiteSettings> {
  const { FIXTURES_DIR } = process.env
  const product = process.env.PRODUCT || defaultProduct
  const { value } = await readFixture(join(resolve(FIXTURES_DIR || join(root, 'fixtures')), 'site.json'))
  const isValid = createCheck(createSchemas(product).site)(value).length === 0
  return isValid ? (value as SiteSettings) : neutralSite(product)
}

/** The digest of the sources, by which a build's folder is named. */
export async function digestOfSources(): Promise<string> {
  const listings = sources.folders.map((name) => readdir(join(root, name), { recursive: true, withFileTypes: true }))
  const entries = (await Promise.all(listings)).flat().filter((entry) => entry.isFile())
  const inFolders = entries.map((entry) => join(entry.parentPath, entry.name))
  const paths = [...sources.files.map((file) => join(root, file)), ...inFolders].sort()
  const hash = createHash('sha256')
    .update(process.version)
    .update(JSON.stringify(await readSite()))
  for (const path of paths) {
    const body = await readFile(path)
    hash.update(`\n${relative(root, path)} ${body.length}\n`).update(body)
  }
  return hash.digest('hex').slice(0, 16)
}

/** Builds the site into `folder/client` (browser) and `folder/server` (Node.js). `base` is the path of a static export. */
export async function buildSite(folder: string, base?: string, isQuick = false): Promise<void> {
  // Sets `NODE_ENV`, because the value that a test run sets would make a development build.
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  const { siteSettings } = await import('./vite/site-settings')
  const site = await readSite()
  for (const part of parts) {
    await build({
      configFile,
      ...(base !== undefined && { base, mode: 'static' }),
      define: { 'import.meta.env.QUICK': String(isQuick) },
      logLevel: 'warn',
      plugins: [siteSettings(site, process.env.PRODUCT || defaultProduct)],
      build: {
        outDir: join(folder, part),
        emptyOutDir: true,
        ssr: part === 'server',
        rolldownOptions: { checks: { pluginTimings: false } },
      },
    })
  }
}

/** Builds the server with another entry, such as a command that starts it. */
export async function buildServerWith(main: string, outDir: string): Promise<void> {
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  await build({
    configFile,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: true,
      ssr: true,
      license: { fileName: 'licenses.md' },
      rolldownOptions: {
        checks: { pluginTimings: false },
        input: { main: join(root, main) },
        // The server finds its files beside the module that reads them, so no module is in a folder below.
        output: { chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
}
