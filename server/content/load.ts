import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { entities, type HomeData, type Kind } from '#contract/entities'
import { at, depthFaults, describe, type Fault } from '#contract/faults'
import { fieldsOf, type ItemField, kinds } from '#contract/fields'
import { nearest } from '#contract/nearest'
import { isPictureName, pictureExtensions } from '#contract/picture-files'
import { createCheck, createSchemas } from '#contract/schemas'
import { readIfPresent } from '../files'
import { type Content, indexContent } from './look-ups'
import { digestOf, readFixture, readFixtureBytes } from './read-fixture'

/** A fault of a fixture file. `file` is the name of the file, such as `courses.json`, and the pointer is a place in it. */
export type FixtureFault = Fault & { file: string }

/** All faults of the fixtures. The message has one line per fault. */
export class FixtureError extends Error {
  override readonly name = 'FixtureError'
  constructor(readonly faults: readonly FixtureFault[]) {
    super(faults.map(faultLine).join('\n'))
  }
}

export type StoreOptions = {
  fixturesDir: string
  imagesDir: string
  product: string
}

/** The maximum nesting depth of a fixture. A deeper one could overflow the stack of recursive code. */
const mostLevels = 100

/** The maximum number of valid values that are looked at for suggestions in one check, because each takes some 15 µs. */
const maxCandidates = 10_000

/** The parsed fixture files; `undefined` for a file that could not be read. */
export type RawContent = Record<Kind, unknown>

/**
 * Returns a function that checks the parsed files against the contract and each other, with one fault per pointer. `images` are
 * the names of existing pictures; without them, references to pictures are not checked.
 */
export function createContentCheck(product: string): (raw: RawContent, images?: ReadonlySet<string>) => FixtureFault[] {
  const check = createFileCheck(product)
  return (raw, images) => {
    const suggest = createSuggest()
    return kinds.flatMap((key) => check(key, raw, suggest, images))
  }
}

/** Returns a function that checks one of the parsed files. */
function createFileCheck(product: string) {
  const { fixtures } = createSchemas(product)
  const checks = new Map(kinds.map((key) => [key, createCheck(fixtures[key])]))

  return (key: Kind, raw: RawContent, suggest: Suggest, images?: ReadonlySet<string>): FixtureFault[] => {
    if (raw[key] === undefined) return []
    const found = [
      ...(checks.get(key)?.(raw[key]) ?? []),
      ...crossCheck(key, fieldsOf(key, product), raw, suggest, images),
      ...depthFaults(mostLevels, raw[key]),
    ]
    const pointers = new Set<string>()
    return found.flatMap((fault) => {
      if (pointers.has(fault.pointer)) return []
      pointers.add(fault.pointer)
      return [{ file: `${key}.json`, ...fault }]
    })
  }
}

/** Returns the known value that is most similar to a field's wrong value. */
type Suggest = (field: string, value: string, known: ReadonlySet<string>) => string | undefined

/** Creates a function that suggests values until it has looked at `maxCandidates` known values. */
function createSuggest(): Suggest {
  const suggested = new Map<string, string | undefined>()
  let lookedAt = 0
  return (field, value, known) => {
    const key = `${field} ${value}`
    if (!suggested.has(key) && lookedAt < maxCandidates) {
      lookedAt += known.size
      suggested.set(key, nearest(value, known, 1)[0])
    }
    return suggested.get(key)
  }
}

/** Checks a list beyond its schema: unique slugs and ids, known references, and pictures among `images` if given. */
function crossCheck(
  kind: Kind,
  fields: ItemField[],
  raw: RawContent,
  suggest: Suggest,
  images?: ReadonlySet<string>,
): Fault[] {
  const list = raw[kind]
  if (!Array.isArray(list)) return []
  const faults: Fault[] = []
  const seen = { slug: new Map<unknown, number>(), id: new Map<unknown, number>() }
  const references: { field: string; expected: string; known: ReadonlySet<string> }[] = []
  for (const { name: field, type, of } of fields) {
    if (type === 'picture' && images) {
      const expected = `the name of a file in the images folder that ends in .${pictureExtensions.join(', .')}`
      references.push({ field, expected, known: new Set([...images].filter(isPictureName)) })
    }
    const others = of && raw[of]
    if (of && Array.isArray(others)) {
      const known = new Set(others.map((other) => at(other, '/slug')).filter((slug) => typeof slug === 'string'))
      references.push({ field, expected: `the slug of a ${entities[of].item} in ${of}.json`, known })
    }
  }
  list.forEach((entity: unknown, position) => {
    for (const field of ['slug', 'id'] as const) {
      const value = at(entity, `/${field}`)
      if (value === undefined) continue
      const first = seen[field].get(value)
      if (first === undefined) seen[field].set(value, position)
      else
        faults.push({
          pointer: `/${position}/${field}`,
          expected: `${field === 'id' ? 'an' : 'a'} ${field} of its own`,
          found: `${describe(value)}, which /${first}/${field} has already`,
        })
    }
    for (const { field, expected, known } of references) {
      const value = at(entity, `/${field}`)
      if (typeof value !== 'string' || value === '' || known.has(value)) continue
      const meant = suggest(field, value, known)
      const fault = { pointer: `/${position}/${field}`, expected, found: describe(value) }
      faults.push(meant === undefined ? fault : { ...fault, nearest: meant })
    }
  })
  return faults
}

/** The parsed fixture files, their digest, the time at which each was last written, and the faults of reading them. */
export type FixtureFiles = { raw: RawContent; digest: string; changed: Record<Kind, Date>; faults: FixtureFault[] }

/** Reads all fixture files. Rejects with a ReadError if one can't be read. */
export async function readFixtures(folder: string): Promise<FixtureFiles> {
  const files = { raw: {}, changed: {}, faults: [] as FixtureFault[] } as Omit<FixtureFiles, 'digest'> // filled by the loop
  const digests: string[] = []
  // Reads one file at a time, because a large file's text takes more memory than its parsed value.
  for (const key of kinds) {
    const path = join(folder, `${key}.json`)
    const { value, fault, digest = '' } = await readFixture(path)
    digests.push(digest)
    if (fault) files.faults.push({ file: `${key}.json`, ...fault })
    files.changed[key] = (await readIfPresent(path, (file) => stat(file)))?.mtime ?? new Date()
    files.raw[key] = value
  }
  return { ...files, digest: digests.join(' ') }
}

/**
 * Returns a function that makes content from files, with a version number. It rejects with a FixtureError that holds every fault.
 * `images` are the names of existing pictures; without them, references to pictures are not checked.
 */
export function createLoad(product: string) {
  const check = createFileCheck(product)
  return async (
    { raw, changed, faults }: Omit<FixtureFiles, 'digest'>,
    version: number,
    images?: ReadonlySet<string>,
  ): Promise<Content> => {
    const suggest = createSuggest()
    let found = faults
    for (const key of kinds) {
      found = found.concat(check(key, raw, suggest, images))
      // Checking a large file can take a tenth of a second, so requests run in between.
      await letOthersRun()
    }
    if (found.length > 0) throw new FixtureError(found)
    return { ...indexContent(raw as HomeData, product), version, changed } // every key has just passed its schema
  }
}

/** Makes the digest of all fixture files that `readFixtures` makes too. Rejects with a ReadError if one can't be read. */
export async function digestFixtures(folder: string): Promise<string> {
  const digests: string[] = []
  for (const key of kinds) {
    const { bytes } = await readFixtureBytes(join(folder, `${key}.json`))
    digests.push(bytes ? digestOf(bytes) : '')
  }
  return digests.join(' ')
}

/** The names of all files in the images folder; none if there is no folder. Rejects with a ReadError if it can't be read. */
export async function readImageNames(imagesDir: string): Promise<Set<string>> {
  return new Set(await readIfPresent(imagesDir, (folder) => readdir(folder)))
}

/** Describes a fault in one line: the file, the pointer, the expected and the found value, and a suggestion if there is one. */
export function faultLine({ file, pointer, expected, found, nearest: meant }: FixtureFault): string {
  return `${file} ${pointer || '(whole file)'}: expected ${expected}, found ${found}${meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`}`
}
