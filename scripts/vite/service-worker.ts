import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { target } from './browser-floor.ts'

/**
 * Builds the service worker into the client's folder, as `sw.js`, with the list of files that it caches. It caches first the
 * files that every page needs to start (`shell`).
 */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    async writeBundle({ dir = '' }, bundle) {
      const { base } = this.environment.config
      const app = resolve(import.meta.dirname, '../../client/app')
      const sources = ['service-worker.ts', 'service-worker-pictures.ts'].map((name) => resolve(app, name))
      const files = Object.keys(bundle).filter((name) => name.startsWith('assets/'))
      const shell = shellOf(bundle)
      const hash = createHash('sha256').update(files.sort().join('\n'))
      const index = await readFile(join(dir, 'index.html'), 'utf8')
      for (const source of sources) hash.update(await readFile(source))
      hash.update(index)
      const toPaths = (names: string[]) => names.map((name) => base + name).sort()
      const constants = {
        version: hash.digest('base64url').slice(0, 12),
        named: Array.from(index.matchAll(/"([^"]*\/assets\/[^"]+\.js)"/g), ([, path]) => path),
        shell: toPaths(files.filter((name) => shell.has(name))),
        rest: toPaths(files.filter((name) => !shell.has(name))),
      }
      await build({
        base,
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        define: { build: JSON.stringify(constants) },
        build: {
          outDir: dir,
          emptyOutDir: false,
          target,
          rolldownOptions: { input: sources[0] ?? '', output: { format: 'iife', entryFileNames: 'sw.js' } },
        },
      })
    },
  }
}

/** Returns the files that pages need to start: the entry script, the modules of `modules`, their imports, and all styles. */
function shellOf(bundle: Rolldown.OutputBundle): Set<string> {
  const modules = /[\\/](?:messages[\\/]\w+\.json|(?:after-start|sanitize|list-page)\.ts)$/
  const needed = Object.values(bundle).filter((file) =>
    file.type === 'chunk' ? file.isEntry || modules.test(file.facadeModuleId ?? '') : file.fileName.endsWith('.css'),
  )
  const names = new Set(needed.map(({ fileName }) => fileName))
  // The loop also visits the names that it adds.
  for (const name of names) {
    const file = bundle[name]
    if (file?.type === 'chunk') for (const imported of file.imports) names.add(imported)
  }
  return names
}
