import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'

const root = resolve(import.meta.dirname, '..')

/** The folder of all builds, each in its own subfolder. */
export const dist = join(root, 'dist')

/** Starts the last build: a one-line file that imports its server, so replacing this file switches to another build. */
export const entry = join(dist, 'server', 'main.js')

/** The content of `entry` for a build. */
export const entryLine = (name: string) => `import '../${name}/server/main.js'\n`

export function currentBuild(): string {
  const name = currentName()
  if (!name) throw new Error('The site is not built. Run "npm run build" first.')
  return join(dist, name)
}

/** The name of the last build's folder; undefined when there is none. */
export function currentName(): string | undefined {
  try {
    return /'\.\.\/(\w+)\/server/.exec(readFileSync(entry, 'utf8'))?.[1]
  } catch {
    return undefined
  }
}

/** Builds the site into a folder: `client` for the browser, `server` for Node.js. `base` makes it a static export below that path. */
export async function buildSite(folder: string, plugins: Plugin[] = [], base?: string): Promise<void> {
  // An inherited value, such as a test run's, would make it a development build.
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  const configFile = join(root, 'scripts/build/vite.config.ts')
  for (const part of ['client', 'server']) {
    await build({
      configFile,
      ...(base !== undefined && { base, mode: 'static' }),
      plugins,
      logLevel: 'warn',
      build: {
        outDir: join(folder, part),
        emptyOutDir: true,
        ssr: part === 'server',
        rolldownOptions: { checks: { pluginTimings: false } },
      },
    })
  }
}
