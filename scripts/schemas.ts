import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { schemaFiles } from './fixtures/schema-files'

/**
 * `npm run schemas`: writes the JSON Schemas of the fixture files from the contract, so that editors can complete and check them
 * (`.vscode/settings.json`).
 */
const folder = resolve(import.meta.dirname, '../fixtures/schemas')
mkdirSync(folder, { recursive: true })
for (const [file, text] of schemaFiles()) writeFileSync(join(folder, file), text)
