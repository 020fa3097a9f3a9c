import { join } from 'node:path'
import { build } from 'vite'
import { contractTypes } from './contract-types'

export const packageFolder = join(import.meta.dirname, 'package')

/** Builds the package's `dist`: one file without dependencies. */
export async function packMockClient(outDir = join(packageFolder, 'dist')): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    ssr: { noExternal: true },
    build: {
      ssr: join(import.meta.dirname, 'library.ts'),
      target: 'node20',
      outDir,
      emptyOutDir: true,
      rollupOptions: { output: { entryFileNames: 'index.js' } },
    },
  })
}

/** The generated files of the package, by their names. */
export function packagePages(): [file: string, text: string][] {
  return [['contract.d.ts', contractTypes()]]
}
