import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Fault } from '#contract/faults'
import { isDeeperThan } from '#contract/json'
import { createCheck, createSchemas, type HomeData } from '#contract/schemas'
import { type Content, indexContent } from './look-ups'
import { readFixture } from './read-fixture'
import { crossCheck, type FixtureKey } from './references'

/** A fault of a fixture file: `file` is its name, such as `courses.json`; the pointer leads into it. */
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

/** The order of loading and reporting: categories come first, because courses refer to them. */
export const fixtureKeys: FixtureKey[] = ['courses_categories', 'courses', 'blogs', 'events', 'news', 'team', 'goals']

/** The deepest nesting of a fixture. Deeper ones could overflow the stack of recursive code. */
const mostLevels = 100

/** Every kind's parsed file; `undefined` for a file that could not be read. */
export type RawContent = Record<FixtureKey, unknown>

/**
 * Returns a function that checks the parsed files against the contract and each other, with one fault per pointer. `images` are the
 * names of existing pictures; without it, references to pictures are not checked.
 */
export function createContentCheck(product: string) {
  const { fixtures } = createSchemas(product)
  const checks = new Map(fixtureKeys.map((key) => [key, createCheck(fixtures[key])]))

  return (raw: RawContent, images?: ReadonlySet<string>): FixtureFault[] =>
    fixtureKeys.flatMap((key) => {
      if (raw[key] === undefined) return []
      const found = [...(checks.get(key)?.(raw[key]) ?? []), ...crossCheck(key, raw, images)]
      if (isDeeperThan(mostLevels, raw[key])) {
        const expected = `lists and objects in each other, ${mostLevels} deep at most`
        found.push({ pointer: '', expected, found: 'deeper ones' })
      }
      const pointers = new Set<string>()
      return found.flatMap((fault) => {
        if (pointers.has(fault.pointer)) return []
        pointers.add(fault.pointer)
        return [{ file: `${key}.json`, ...fault }]
      })
    })
}

/** Every kind's parsed file, the time at which each file was last written, and the faults of reading them. */
export type FixtureFiles = { raw: RawContent; changed: Record<FixtureKey, Date>; faults: FixtureFault[] }

/** Reads the fixtures of a folder. */
export async function readFixtures(folder: string): Promise<FixtureFiles> {
  const files = { raw: {}, changed: {}, faults: [] as FixtureFault[] } as FixtureFiles // filled by the loop
  // Reads one file at a time, because a large file's text takes more memory than its parsed value.
  for (const key of fixtureKeys) {
    const path = join(folder, `${key}.json`)
    const { value, fault } = await readFixture(path)
    if (fault) files.faults.push({ file: `${key}.json`, ...fault })
    files.changed[key] = (await stat(path).catch(() => undefined))?.mtime ?? new Date()
    files.raw[key] = value
  }
  return files
}

/**
 * Returns a function that makes the content of a version. It throws a FixtureError that holds every fault. `images` are the names
 * of existing pictures; without it, references to pictures are not checked.
 */
export function createLoad(product: string) {
  const check = createContentCheck(product)
  return ({ raw, changed, faults }: FixtureFiles, version: number, images?: ReadonlySet<string>): Content => {
    const found = [...faults, ...check(raw, images)]
    if (found.length > 0) throw new FixtureError(found)
    return { ...indexContent(raw as HomeData, product), version, changed } // every key has just passed its schema
  }
}

/** The digest of a folder's fixtures. */
export async function digestFixtures(folder: string): Promise<string> {
  const digest = createHash('sha1')
  for (const key of fixtureKeys) {
    const bytes = await readFile(join(folder, `${key}.json`)).catch(() => '')
    digest.update(`${key} ${bytes.length} `).update(bytes)
  }
  return digest.digest('base64url')
}

/** The names of an images folder's files. */
export async function readImageNames(imagesDir: string): Promise<Set<string>> {
  return new Set(await readdir(imagesDir).catch(() => []))
}

/** One line with file, pointer, expected and found value, and a suggestion. */
export function faultLine({ file, pointer, expected, found, nearest: meant }: FixtureFault): string {
  return `${file} ${pointer || '(whole file)'}: expected ${expected}, found ${found}${meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`}`
}
