import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { root } from '../../support/app'

let folder = ''
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

/** Builds the client with a changed source file. Returns its scripts by their names. */
async function scriptsOf(source?: string): Promise<Map<string, Buffer>> {
  const outDir = join(folder, String(source))
  await build({
    configFile: join(root, 'scripts/vite/vite.config.ts'),
    define: { 'import.meta.env.QUICK': 'false' },
    logLevel: 'error',
    plugins: [
      {
        name: 'change',
        enforce: 'pre',
        transform: (code, id) =>
          source && id.endsWith(source) ? code.replace(/className="|speed: /, (found) => `${found}1 + `) : null,
      },
    ],
    build: { outDir, rolldownOptions: { checks: { pluginTimings: false } } },
  })
  const names = (await readdir(join(outDir, 'assets'))).filter((name) => name.endsWith('.js'))
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(outDir, 'assets', name))] as const)),
  )
}

let before = new Map<string, Buffer>()
beforeAll(async () => {
  // Vitest's own value would make a development build.
  vi.stubEnv('NODE_ENV', 'production')
  folder = await mkdtemp(join(tmpdir(), 'ugarit-test-'))
  before = await scriptsOf()
}, 120_000)

test.each([
  ['components/Card.tsx', 30_000],
  ['components/RichText.tsx', 30_000],
  // The entry chunk names what it loads later, so it changes too.
  ['pages/home/HomePage.tsx', 30_000],
  // Swiper, of 19 kB, is none of it.
  ['components/carousel/start-swiper.ts', 30_000],
])('after a release that changes %s a later visit loads at most %i bytes of script', async (source, limit) => {
  const after = await scriptsOf(source)
  const changed = [...after].filter(([name]) => !before.has(name))
  expect(changed).not.toEqual([])
  // A name stands for its content, because browsers never ask for it again.
  for (const [name, content] of after) expect(before.get(name)?.equals(content) ?? true, name).toBe(true)
  const sizes = changed.map(([name, content]) => [name, brotliCompressSync(content).length] as const)
  const total = sizes.reduce((sum, [, size]) => sum + size, 0)
  if (process.env.FIGURES) console.info(`${source}: ${total} bytes: ${sizes.join(' ')}`)
  expect(total, sizes.join(' ')).toBeLessThanOrEqual(limit)
})
