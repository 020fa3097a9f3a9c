import { join } from 'node:path'
import { build } from 'vite'
import { legacyFormats } from '#contract/legacy-formats'
import { defaultProduct } from '#contract/operations'
import { configSchema } from './command-line/config'
import { json } from './command-line/files'
import { contractSchema, schemaFile } from './reports/contract-schema'
import { reportSchema } from './reports/report-schema'
import { rules } from './rules'

export const packageFolder = join(import.meta.dirname, 'package')

/** Builds the package's `dist`: each entry as one file with all dependencies, and their licences. */
export async function packContract(outDir = join(packageFolder, 'dist')): Promise<void> {
  for (const [entry, source] of Object.entries({ cli: 'command-line/cli.ts', index: 'library.ts' })) {
    await build({
      configFile: false,
      logLevel: 'error',
      root: import.meta.dirname,
      ssr: { noExternal: true },
      build: {
        ssr: join(import.meta.dirname, source),
        target: 'node20',
        outDir,
        emptyOutDir: entry === 'cli',
        license: { fileName: `${entry}.licenses.md` },
        rollupOptions: { output: { codeSplitting: false, entryFileNames: `${entry}.js` } },
      },
    })
  }
}

/** The generated files of the package, by their names. */
export function packagePages(): [file: string, text: string][] {
  const sections = Object.entries(rules).map(
    ([id, { severity, title }]) => `## ${id}\n\n${title}. Severity: ${severity}.${legacyExamples(id)}\n`,
  )
  const intro = 'Ids do not change. `severity` in the configuration file sets each to error, warning or off.'
  return [
    ['RULES.md', `# Rules\n\n${intro}\n\n${sections.join('\n')}`],
    ['config.schema.json', json(configSchema)],
    [schemaFile, contractSchema(defaultProduct)],
    ['report.schema.json', json({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...reportSchema })],
  ]
}

/** For the rule of a legacy format: what it looks like, and how the site reads it. */
function legacyExamples(rule: string): string {
  const format = Object.entries(legacyFormats).find(([id]) => rule === `format.${id}`)?.[1]
  return format
    ? ` Such as ${format.examples.map((example) => `\`${example}\``).join(', ')}. Read as: ${format.readAs}.`
    : ''
}
