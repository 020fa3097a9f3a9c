import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import type { TSchema } from 'typebox'
import { neutralSite } from '#content/institute'
import { entities, type HomeData, type SiteSettings } from '#contract/entities'
import type { ItemField } from '#contract/fields'
import { type FixtureName, fieldsOfFile, fixtureNames, isOptionalFile, type RawFixtures } from '#contract/fixture-files'
import { isPictureName, pictureExtensions } from '#contract/picture-files'
import { createCheck, createSchemas } from '#contract/schemas'
import { nearest } from '#contract/text/nearest'
import { hiddenDifference, lookOf } from '#contract/text/unicode'
import { at, countInWords, depthViolations, describe, type Violation, violationInWords } from '#contract/violations'
import { readIfPresent } from '../files'
import { type Content, indexContent } from './content-index'
import { underProduct } from './misnamed-fields'
import { digestOf, readFixture, readFixtureBytes } from './read-fixture'

/** A violation of a fixture file. `file` is the name of the file, such as `courses.json`, and the pointer is a place in it. */
export type FixtureViolation = Violation & { file: string }

/** All violations of the fixtures. The message has one line per violation. */
export class FixtureError extends Error {
  override readonly name = 'FixtureError'
  /** The number of violations in words. */
  readonly count: string
  constructor(readonly violations: readonly FixtureViolation[]) {
    super(violations.map(violationLine).join('\n'))
    this.count = countInWords(violations)
  }
}

export type StoreOptions = {
  fixturesDir: string
  imagesDir: string
  product: string
}

/** The maximum nesting depth of a fixture. A deeper one could overflow the stack of recursive code. */
const maxLevels = 100

/** The maximum number of valid values that are looked at for suggestions in one check, because each takes some 15 µs. */
const maxCandidates = 10_000

/**
 * Returns a generator that checks the parsed files against the contract and each other, and yields the violations of one file after the
 * other, with one violation per pointer. `images` are the names of existing pictures; without them, references to pictures are not checked.
 */
export function createContentCheck(product: string) {
  const { fixtures, site } = createSchemas(product)
  const schemas: Record<FixtureName, TSchema> = { ...fixtures, site }
  const checks = fixtureNames.map((key) => [key, createCheck(schemas[key]), fieldsOfFile(key, product)] as const)

  return function* (raw: RawFixtures, images?: ReadonlySet<string>): Generator<FixtureViolation[]> {
    const suggest = createSuggest()
    for (const [key, check, fields] of checks) {
      if (raw[key] === undefined) continue
      const found = [
        ...underProduct(check(raw[key]), raw[key], fields),
        ...crossCheck(key, fields, raw, suggest, images),
        ...depthViolations(maxLevels, raw[key]),
      ]
      const pointers = new Set<string>()
      yield found.flatMap((violation) => {
        if (pointers.has(violation.pointer)) return []
        pointers.add(violation.pointer)
        return [{ file: `${key}.json`, ...violation }]
      })
    }
  }
}

/** Returns the known value that looks the same as a field's wrong value, else the most similar one. */
type Suggest = (field: string, value: string, known: ReadonlySet<string>) => string | undefined

/** Creates a function that suggests similar values until it has looked at `maxCandidates` known values. */
function createSuggest(): Suggest {
  const looks = new Map<ReadonlySet<string>, ReadonlyMap<string, string>>()
  const suggested = new Map<string, string | undefined>()
  let lookedAt = 0
  return (field, value, known) => {
    const byLook = looks.get(known) ?? new Map(Array.from(known, (each) => [lookOf(each), each]))
    looks.set(known, byLook)
    const key = `${field} ${value}`
    const alike = byLook.get(lookOf(value)) ?? suggested.get(key)
    if (alike !== undefined || suggested.has(key) || lookedAt >= maxCandidates) return alike
    lookedAt += known.size
    const [meant] = nearest(value, known, 1)
    suggested.set(key, meant)
    return meant
  }
}

/** Checks a list beyond its schema: unique slugs and ids, known references, and pictures among `images` if given. */
function crossCheck(
  kind: FixtureName,
  fields: ItemField[],
  raw: RawFixtures,
  suggest: Suggest,
  images?: ReadonlySet<string>,
): Violation[] {
  const list = raw[kind]
  if (!Array.isArray(list)) return []
  const violations: Violation[] = []
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
      // Slugs that look the same are one name for file systems and keyboards.
      const key = typeof value === 'string' ? value.normalize() : value
      const first = seen[field].get(key)
      if (first === undefined) seen[field].set(key, position)
      else {
        const difference = hiddenDifference(String(value), String(at(list[first], `/${field}`)))
        violations.push({
          pointer: `/${position}/${field}`,
          expected: `${field === 'id' ? 'an' : 'a'} ${field} of its own`,
          found: `${describe(value)}, which /${first}/${field} has already${difference ? `, but for ${difference}` : ''}`,
        })
      }
    }
    for (const { field, expected, known } of references) {
      const value = at(entity, `/${field}`)
      if (typeof value !== 'string' || value === '' || known.has(value)) continue
      const meant = suggest(field, value, known)
      const difference = meant === undefined ? undefined : hiddenDifference(value, meant)
      const found = describe(value) + (difference ? `, with ${difference}` : '')
      const violation = { pointer: `/${position}/${field}`, expected, found }
      violations.push(meant === undefined ? violation : { ...violation, nearest: meant })
    }
  })
  return violations
}

/** The parsed fixture files, their digest, the time at which each was last written, and the violations of reading them. */
export type FixtureFiles = {
  raw: RawFixtures
  digest: string
  changed: Record<FixtureName, Date>
  violations: FixtureViolation[]
}

/** Reads all fixture files. Rejects with a ReadError if one can't be read. */
export async function readFixtures(folder: string): Promise<FixtureFiles> {
  const files = { raw: {}, changed: {}, violations: [] as FixtureViolation[] } as Omit<FixtureFiles, 'digest'> // filled by the loop
  const digests: string[] = []
  // Reads one file at a time, because a large file's text takes more memory than its parsed value.
  for (const key of fixtureNames) {
    const path = join(folder, `${key}.json`)
    const { value, violation, digest = '', isMissing } = await readFixture(path)
    digests.push(digest)
    if (violation && !(isMissing && isOptionalFile(key))) files.violations.push({ file: `${key}.json`, ...violation })
    files.changed[key] = (await readIfPresent(path, (file) => stat(file)))?.mtime ?? new Date()
    files.raw[key] = value
  }
  return { ...files, digest: digests.join(' ') }
}

/**
 * Returns a function that makes content from files, with a version number. It rejects with a FixtureError that holds every violation.
 * `images` are the names of existing pictures; without them, references to pictures are not checked.
 */
export function createLoad(product: string) {
  const check = createContentCheck(product)
  return async (
    { raw, changed, violations }: Omit<FixtureFiles, 'digest'>,
    version: number,
    images?: ReadonlySet<string>,
  ): Promise<Content> => {
    let found = violations
    for (const ofFile of check(raw, images)) {
      found = found.concat(ofFile)
      // Checking a large file can take a tenth of a second, so requests run in between.
      await letOthersRun()
    }
    if (found.length > 0) throw new FixtureError(found)
    const { site: settings = neutralSite(product), ...home } = raw
    // Every file has just passed its schema.
    return { ...indexContent(home as HomeData, product), site: settings as SiteSettings, version, changed }
  }
}

/** Makes the digest of all fixture files that `readFixtures` makes too. Rejects with a ReadError if one can't be read. */
export async function digestFixtures(folder: string): Promise<string> {
  const digests: string[] = []
  for (const key of fixtureNames) {
    const { bytes } = await readFixtureBytes(join(folder, `${key}.json`))
    digests.push(bytes ? digestOf(bytes) : '')
  }
  return digests.join(' ')
}

/** The names of all files in the images folder; none if there is no folder. Rejects with a ReadError if it can't be read. */
export async function readImageNames(imagesDir: string): Promise<Set<string>> {
  return new Set(await readIfPresent(imagesDir, (folder) => readdir(folder)))
}

/** Describes a violation in one line: the file, the pointer, the expected and the found value, and a suggestion if there is one. */
export function violationLine({ file, ...violation }: FixtureViolation): string {
  return `${file} ${violationInWords(violation, '(whole file)')}`
}
