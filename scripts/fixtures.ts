import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { at } from '#contract/faults'
import { createSchemas } from '#contract/schemas'
import { ConfigError, readConfig } from '../server/config'
import { FixtureError, type FixtureFault, openStore } from '../server/store'
import { type FixtureKey, formatFixture, readFixture, replaceFile, UsageError } from './fixtures/fixture-files'
import { type JsonPlaces, readPlaces } from './fixtures/json-places'
import { tidy } from './fixtures/tidy'
import { missingTexts } from './fixtures/translations'

const help = `Checks the fixtures against the contract and tells every fault at once.

  npm run fixtures             check, and list the texts that one language lacks
  npm run fixtures -- --fix    first repair what has one right answer: order of fields, slugs from titles,
                               spaces around texts, quoted numbers, indentation, a missing newline at the end

FIXTURES_DIR, IMAGES_DIR and PRODUCT say which fixtures, as for the server.
Exit code: 0 the fixtures hold, 1 they have faults, 64 wrong usage.
`

/** Which file is which in messages: the store's own order. */
const keys: FixtureKey[] = ['courses_categories', 'courses', 'blogs', 'events', 'news', 'team', 'goals']

await main().catch((error: unknown) => {
  if (!(error instanceof UsageError || error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 64
})

async function main(): Promise<void> {
  const { fix, help: wantsHelp } = readArguments()
  if (wantsHelp) return void process.stdout.write(help)
  const config = readConfig(process.env)
  const schemas = createSchemas(config.product).fixtures
  const say = (line: string) => process.stdout.write(`${line}\n`)

  const files = () =>
    keys.map((key) => {
      const text = readFixture(config.fixturesDir, key)
      return { key, text, ...parse(text) }
    })

  let untidy = 0
  const before = files()
  const categories = before.find(({ key }) => key === 'courses_categories')?.value
  const choices = {
    image: new Set(readdirSync(config.imagesDir)),
    category: new Set(Array.isArray(categories) ? categories.map((entity) => String(at(entity, '/slug')).trim()) : []),
  }
  for (const { key, text, value, places } of before) {
    // A name given twice would lose one of its values.
    if (text === undefined || !places || places.repeated.length > 0) continue
    const { value: tidied, repairs } = tidy(value, { key, schema: schemas[key], choices })
    const formatted = formatFixture(tidied)
    if (formatted === text) continue
    if (repairs.length === 0) repairs.push({ pointer: '', what: 'indentation and the newline at the end' })
    untidy += repairs.length
    if (fix) replaceFile(join(config.fixturesDir, `${key}.json`), formatted)
    for (const { pointer, what } of repairs)
      say(`${fix ? 'fixed' : 'could fix'}  ${key}.json:${places.lineOf(pointer)} ${pointer || '(whole file)'}: ${what}`)
  }
  if (untidy > 0 && !fix) say(`--fix repairs ${untidy === 1 ? 'this place' : `these ${untidy} places`}.`)

  const after = files()
  const faults = [...(await faultsOf(config)), ...after.flatMap(repeatedNames)]
  for (const fault of faults) {
    const places = after.find(({ key }) => `${key}.json` === fault.file)?.places
    say(`fault  ${fault.file}:${places?.lineOf(fault.pointer) ?? 1} ${wordFault(fault)}`)
  }

  const missing = after.flatMap(({ key, value, places }) =>
    missingTexts(value, schemas[key]).map((text) => ({ ...text, key, line: places?.lineOf(text.pointer) ?? 1 })),
  )
  for (const { language, key, line, pointer, of } of missing)
    say(`missing in ${language}  ${key}.json:${line} ${pointer}${of && ` of ${of}`}`)

  const count = (language: string) => missing.filter((text) => text.language === language).length
  say(
    `${faults.length === 0 ? 'The fixtures hold' : `${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}`}; texts missing: ${count('en')} in English, ${count('ar')} in Arabic.`,
  )
  if (faults.length > 0) process.exitCode = 1
}

function readArguments() {
  try {
    const options = { fix: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const
    return parseArgs({ options, strict: true }).values
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('.')[0]}. See npm run fixtures -- --help.`)
  }
}

/** A file's value and places; neither for text that is no JSON, which the store tells of. */
function parse(text: string | undefined): { value?: unknown; places?: JsonPlaces } {
  try {
    const plain = text?.replace(/^\uFEFF/, '') ?? ''
    return { value: JSON.parse(plain) as unknown, places: readPlaces(plain) }
  } catch {
    return {}
  }
}

async function faultsOf(config: Parameters<typeof openStore>[0]): Promise<readonly FixtureFault[]> {
  try {
    const store = await openStore(config)
    store.close()
    return []
  } catch (error) {
    if (error instanceof FixtureError) return error.faults
    throw error
  }
}

function repeatedNames({ key, places }: { key: FixtureKey; places?: JsonPlaces }): FixtureFault[] {
  return (places?.repeated ?? []).map(({ pointer, firstLine }) => ({
    file: `${key}.json`,
    pointer,
    expected: 'a name that is given once',
    found: `it again, after line ${firstLine}`,
  }))
}

function wordFault({ pointer, expected, found, nearest }: FixtureFault): string {
  const hint = nearest === undefined ? '' : `; did you mean ${JSON.stringify(nearest)}?`
  // Where JSON.parse stopped is in `found`; there is no line of a pointer in what can't be read.
  return `${pointer || '(whole file)'}: expected ${expected}, found ${found}${hint}`
}
