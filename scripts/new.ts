import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { nearest } from '#contract/nearest'
import { newsFlag } from '#contract/operations'
import { createCheck, createSchemas } from '#contract/schemas'
import { type Config, ConfigError, readConfig } from '../server/config'
import {
  type Entity,
  type FixtureKey,
  formatFixture,
  isEntity,
  readFixture,
  replaceFile,
  UsageError,
} from './fixtures/fixture-files'
import { readPlaces } from './fixtures/json-places'
import { slugFromTitle, uniqueSlug } from './fixtures/slug'

const kinds = {
  course: 'courses',
  blog: 'blogs',
  event: 'events',
  news: 'news',
  member: 'team',
  category: 'courses_categories',
} as const satisfies Record<string, FixtureKey>

type Kind = keyof typeof kinds

const help = `Adds a well-formed item to the fixtures, at the end of its list.

  npm run new -- KIND "Title" ["عنوان"]

KIND is one of ${Object.keys(kinds).join(', ')}. A title with Arabic letters is the Arabic one; give one or both.
The slug is made from the title. What is left to write is an empty text; the picture and the category are the
first that there are, to be changed.

FIXTURES_DIR, IMAGES_DIR and PRODUCT say which fixtures, as for the server.
Exit code: 0 added, 1 the fixtures can't take it, 64 wrong usage.
`

/** The fixtures can't take the item: exit code 1 and one line. */
class RefusedError extends Error {
  override readonly name = 'RefusedError'
}

try {
  main()
} catch (error) {
  const isUsage = error instanceof UsageError || error instanceof ConfigError
  if (!isUsage && !(error instanceof RefusedError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = isUsage ? 64 : 1
}

function main(): void {
  const { values, positionals } = readArguments()
  if (values.help) return void process.stdout.write(help)
  const { kind, en, ar } = readItem(positionals)
  const config = readConfig(process.env)
  const key = kinds[kind]
  const list = readList(config, key)
  const taken = new Set(list.map((entity) => (isEntity(entity) ? entity.slug : undefined)))
  const entity = createEntity(kind, { en, ar, slug: uniqueSlug(slugFromTitle(en || ar), taken, kind) }, list, config)
  const [fault] = createCheck(createSchemas(config.product).fixtures[key])([entity])
  if (fault)
    throw new RefusedError(`The item would not fit: ${fault.pointer} expected ${fault.expected}, found ${fault.found}.`)

  const text = formatFixture([...list, entity])
  replaceFile(join(config.fixturesDir, `${key}.json`), text)
  const line = readPlaces(text).lineOf(`/${list.length}`)
  process.stdout.write(
    `Added ${kind} ${JSON.stringify(entity.slug ?? en ?? ar)} at ${join(config.fixturesDir, `${key}.json`)}:${line}\n`,
  )
  const open = Object.entries(entity).flatMap(([field, value]) => (value === '' ? [field] : []))
  if (open.length > 0) process.stdout.write(`To be written: ${open.join(', ')}.\n`)
  const chosen = ['image', 'category'].filter((field) => field in entity).map((field) => `${field} (${entity[field]})`)
  if (chosen.length > 0) process.stdout.write(`To be chosen: ${chosen.join(', ')}.\n`)
}

function readArguments() {
  try {
    const options = { help: { type: 'boolean', short: 'h' } } as const
    return parseArgs({ options, strict: true, allowPositionals: true })
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('.')[0]}. See npm run new -- --help.`)
  }
}

function readItem(positionals: string[]): { kind: Kind; en: string; ar: string } {
  const [kind = '', ...titles] = positionals
  if (!Object.hasOwn(kinds, kind)) {
    const [meant] = nearest(kind, Object.keys(kinds), 1)
    const hint = meant ? `; did you mean "${meant}"?` : ''
    throw new UsageError(
      `KIND: expected one of ${Object.keys(kinds).join(', ')}, found "${kind}"${hint} See npm run new -- --help.`,
    )
  }
  const given = titles.map((title) => title.trim())
  const isArabic = (title: string) => /\p{Script=Arabic}/u.test(title)
  const [en, ar] = [given.filter((title) => !isArabic(title)), given.filter(isArabic)]
  if (given.length === 0 || given.includes('') || en.length > 1 || ar.length > 1)
    throw new UsageError(
      `Title: expected one title, or one in each language, found ${JSON.stringify(titles)}. See npm run new -- --help.`,
    )
  return { kind: kind as Kind, en: en[0] ?? '', ar: ar[0] ?? '' } // one of the kinds, by the test above
}

function readList(config: Config, key: FixtureKey): unknown[] {
  const text = readFixture(config.fixturesDir, key)?.replace(/^\uFEFF/, '')
  const problem = (what: string) => new RefusedError(`${key}.json ${what}; npm run fixtures tells more.`)
  if (text === undefined) throw problem('is missing')
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    throw problem('is no JSON')
  }
  if (!Array.isArray(list)) throw problem('holds no list')
  if (readPlaces(text).repeated.length > 0) throw problem('gives a name twice')
  return list
}

type Named = { en: string; ar: string; slug: string }

function createEntity(kind: Kind, { en, ar, slug }: Named, list: unknown[], config: Config): Entity {
  if (kind === 'category') return { slug, name: en, ar_name: ar }
  const image = firstImage(list, config)
  if (kind === 'member') {
    return { image, en_name: en, ar_name: ar, ...empty('en_headline', 'ar_headline', 'en_bio', 'ar_bio') }
  }
  const ids = list.flatMap((entity) =>
    isEntity(entity) && Number.isSafeInteger(entity.id) ? [entity.id as number] : [],
  )
  const id = ids.length > 0 ? { id: Math.max(...ids) + 1 } : {}
  const texts = {
    en_title: en,
    ar_title: ar,
    ...empty('en_description', 'ar_description', 'en_body', 'ar_body'),
  }
  const authors = empty('en_author', 'ar_author')
  if (kind === 'course') return { ...id, slug, category: firstCategory(config), ...texts, tags: [], image }
  if (kind === 'blog') return { ...id, slug, ...texts, ...authors, image }
  if (kind === 'event') return { slug, event_type: 'free_workshop', ...texts, ...authors, image }
  return { slug, [newsFlag(config.product)]: true, ...texts, ...authors, image }
}

function empty(...fields: string[]): Entity {
  return Object.fromEntries(fields.map((field) => [field, '']))
}

/** A picture that is there: one that the list uses already, else any. */
function firstImage(list: unknown[], { imagesDir }: Config): string {
  const images = readdirSync(imagesDir).filter((name) => /\.(?:png|jpe?g|webp|gif)$/i.test(name))
  const used = list.map((entity) => (isEntity(entity) ? entity.image : undefined))
  const image =
    used.find((name): name is string => typeof name === 'string' && images.includes(name)) ?? images.sort()[0]
  if (image === undefined) throw new RefusedError(`${imagesDir} holds no picture; an item needs one.`)
  return image
}

function firstCategory(config: Config): string {
  const [first] = readList(config, 'courses_categories')
  if (isEntity(first) && typeof first.slug === 'string') return first.slug
  throw new RefusedError('There is no category yet: add one with npm run new -- category "Title".')
}
