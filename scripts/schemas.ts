import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { withContentFields } from './fixtures/content-fields'
import { fixturesConfig } from './fixtures/fixture-files'
import { schemaFiles } from './fixtures/schema-files'

/**
 * `npm run schemas`: writes the JSON Schemas of the fixture files from the contract, so that editors can complete and check them
 * (`.vscode/settings.json`), and the list of fields in `fixtures/README.md`. `PRODUCT` is that of the server.
 */
const folder = resolve(import.meta.dirname, '../fixtures/schemas')
mkdirSync(folder, { recursive: true })
for (const [file, text] of schemaFiles(fixturesConfig(process.env).product)) writeFileSync(join(folder, file), text)

const page = resolve(import.meta.dirname, '../fixtures/README.md')
writeFileSync(page, withContentFields(readFileSync(page, 'utf8')))
