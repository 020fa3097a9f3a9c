import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { target } from './browser-floor.ts'

const folder = resolve(import.meta.dirname, '../../client/boot')
const names = ['arrival', 'first-paint', 'boot'] as const

/** Builds the scripts that run before hydration. The server puts them into its pages (`server/pages/template.ts`). */
export function bootScripts(): Plugin {
  return {
    name: 'boot-scripts',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    async writeBundle({ dir = '' }) {
      const out = join(dir, '.vite/boot')
      await mkdir(out, { recursive: true })
      for (const name of names)
        await writeFile(join(out, `${name}.js`), await buildBootScript(name, this.environment.config.base))
    },
  }
}

/** Builds one of these scripts for a site below `base`. */
export async function buildBootScript(name: (typeof names)[number], base: string): Promise<string> {
  const { output } = (await build({
    base,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    resolve: { alias: [{ find: /^#contract\/(.*)$/, replacement: resolve(folder, '../../contract/$1.ts') }] },
    build: {
      write: false,
      target,
      modulePreload: false,
      rolldownOptions: {
        input: join(folder, `${name}.ts`),
        // A module is left out if nothing of it is used.
        treeshake: { moduleSideEffects: false },
        output: { format: 'iife', comments: false },
      },
    },
  })) as Rolldown.RolldownOutput
  return output[0].code.trim()
}
