import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { defaultProduct } from '#contract/operations'
import { createSchemas } from '#contract/schemas'
import { JsonPatch, Scenario } from '../server/api/scenarios/scenario-files'

/**
 * Writes the JSON Schemas of the fixture files from the contract, so that editors can complete and check them
 * (`.vscode/settings.json`). `--check` writes nothing and exits with 1 if a schema is out of date.
 */
const folder = resolve(import.meta.dirname, '../fixtures/schemas')
const isCheck = process.argv.includes('--check')

mkdirSync(folder, { recursive: true })
for (const [key, schema] of Object.entries({ ...createSchemas(defaultProduct).fixtures, scenario: scenarioSchema() })) {
  const path = join(folder, `${key}.schema.json`)
  const text = `${JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', title: `${key}.json`, ...schema }, null, 2)}\n`
  if (!isCheck) writeFileSync(path, text)
  else if (readOrEmpty(path) !== text) {
    process.stderr.write(`fixtures/schemas/${key}.schema.json is not what the contract says: run "npm run schemas".\n`)
    process.exitCode = 1
  }
}

/** The schema of a scenario, with JSON Patch written once instead of at each place that takes one. */
function scenarioSchema(): object {
  const { description } = JsonPatch as { description?: string }
  const text = JSON.stringify(Scenario, (_, value) =>
    value?.description === description ? { $ref: '#/$defs/jsonPatch' } : value,
  )
  return { ...JSON.parse(text), $defs: { jsonPatch: JsonPatch } }
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
