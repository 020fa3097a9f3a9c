import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { schemaFiles } from '../../scripts/fixtures/schema-files'
import { root } from '../support/app'

test('fixtures/schemas is what the contract says; "npm run schemas" writes it', () => {
  const folder = join(root, 'fixtures/schemas')
  const files = readdirSync(folder).map((file): [string, string] => [file, readFileSync(join(folder, file), 'utf8')])
  expect(new Map(files)).toStrictEqual(new Map(schemaFiles()))
})
