import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { withContentTables } from './fixtures/content-tables'
import { schemaFiles } from './fixtures/schema-files'

/**
 * `npm run schemas`: writes the JSON Schemas of the fixture files from the contract, so that editors can complete and check them
 * (`.vscode/settings.json`), and the tables of files and fields in `docs/content.md`.
 */
const folder = resolve(import.meta.dirname, '../fixtures/schemas')
mkdirSync(folder, { recursive: true })
for (const [file, text] of schemaFiles()) writeFileSync(join(folder, file), text)

const page = resolve(import.meta.dirname, '../docs/content.md')
writeFileSync(page, withContentTables(readFileSync(page, 'utf8')))
