import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { defaultProduct } from '#contract/operations'
import { json } from '../command-line/json-files'
import { configSchema } from './command-line/config'
import { contractSchema, schemaFile } from './reports/contract-schema'
import { rules } from './rules'

const folder = join(import.meta.dirname, 'package')

/** Builds the package's `dist`: each entry as one file with all dependencies, and their licences. */
export async function packContract(outDir = join(folder, 'dist')): Promise<void> {
  for (const [entry, source] of Object.entries({ cli: 'command-line/cli.ts', index: 'library.ts' })) {
    await build({
      ...{ configFile: false, logLevel: 'error', root: import.meta.dirname },
      ssr: { noExternal: true },
      build: {
        ...{ ssr: join(import.meta.dirname, source), target: 'node20', outDir, emptyOutDir: entry === 'cli' },
        license: { fileName: `${entry}.licenses.md` },
        rollupOptions: {
          output: { codeSplitting: false, entryFileNames: `${entry}.js`, ...(entry === 'cli' && { banner }) },
        },
      },
      resolve: {
        alias: [{ find: /^#contract\/(.*)$/, replacement: `${join(import.meta.dirname, '../../contract')}/$1.ts` }],
      },
    })
  }
}

const banner = '#!/usr/bin/env node'

/** The page of rules. */
export function rulesPage(): string {
  const sections = Object.entries(rules).map(
    ([id, { severity, title }]) => `## ${id}\n\n${title}. Severity: ${severity}.\n`,
  )
  return `# Rules\n\nIds do not change. \`severity\` in the configuration file sets each to error, warning or off.\n\n${sections.join('\n')}`
}

/** Writes the generated pages, or lists those that are out of date. */
export async function writePages(isCheck: boolean): Promise<string[]> {
  const pages = {
    'RULES.md': rulesPage(),
    'config.schema.json': json(configSchema),
    [schemaFile]: contractSchema(defaultProduct),
  }
  const stale: string[] = []
  for (const [name, text] of Object.entries(pages)) {
    const path = join(folder, name)
    if ((await readFile(path, 'utf8').catch(() => '')) === text) continue
    stale.push(name)
    if (!isCheck) await writeFile(path, text)
  }
  return stale
}
