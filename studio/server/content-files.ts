import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { applyEdits, type JSONPath, modify } from 'jsonc-parser'
import pLimit from 'p-limit'
import { type FixtureName, fixtureNames, isListFile, isOptionalFile, type RawFixtures } from '#contract/fixture-files'
import { isObject, type JsonObject } from '#contract/json'
import { countInWords, type Violation } from '#contract/violations'
import { json } from '../../contract-check/command-line/files'
import { unnamedPictures } from '../../scripts/fixtures/pictures'
import { followTranslations, type OutdatedText } from '../../scripts/fixtures/translation-state'
import { createContentCheck, readImageNames } from '../../server/content/load'
import { type ReadFixture, readFixture } from '../../server/content/read-fixture'
import { type ReadError, readIfPresent, replaceFile } from '../../server/files'
import { ProblemError } from '../../server/http/problem'
import { writeProblem } from './new-file'

/** A fixture file as it is on the disk. A single object, as in `goals.json`, becomes a list with one item. */
export type ContentFile = { items: JsonObject[]; digest: string; violation?: Violation }

/** The new items of each changed file, with the digest of the file when its change began. */
export type Changes = Partial<Record<FixtureName, { items: JsonObject[]; digest: string }>>

export type { OutdatedText }

/** The texts of a file before and after a change. `isStale` is true if the file has changed since the change began. */
export type PlannedFile = { kind: FixtureName; before: string; after: string; isStale: boolean }

/** A text that is marked as still right, and the digest of its file when that was shown. */
export type StillRight = { kind: FixtureName; position: number; name: string; digest: string }

/** The server of pages has the pictures below this path. */
const imageBase = '/images/'

export type StudioOptions = { fixturesDir: string; imagesDir: string; product: string }

/** Reads, checks and writes fixture files. */
export function createContentFiles({ fixturesDir, imagesDir, product }: StudioOptions) {
  const pathOf = (kind: FixtureName) => join(fixturesDir, `${kind}.json`)
  const checkContent = createContentCheck(product)

  const read = async (): Promise<Record<FixtureName, ContentFile>> => {
    const files = fixtureNames.map(async (kind) => {
      const { digest = '', value, violation, isMissing } = await readFixture(pathOf(kind)).catch(violationOf)
      if (isMissing && isOptionalFile(kind)) return [kind, { digest, items: [{}] }]
      const items = Array.isArray(value) ? value : value ? [value] : []
      return [kind, { digest, items, ...(violation && { violation }) }]
    })
    return Object.fromEntries(await Promise.all(files))
  }

  // One at a time, so that none overwrites what another has just marked.
  const following = pLimit(1)

  /** Finds the texts that are out of date, but for the one that is marked as still right. */
  const translations = (
    files: Record<FixtureName, ContentFile>,
    stillRight?: { kind: FixtureName; position: number; name: string },
  ) => {
    const values = fixtureNames.map((kind) => {
      const { items, violation } = files[kind]
      return [kind, violation ? undefined : valueIn(kind, items)]
    })
    return following(followTranslations, Object.fromEntries(values), { fixturesDir, product, imageBase }, (text) =>
      isDeepStrictEqual(stillRight, { kind: text.kind, position: text.position, name: text.name }),
    )
  }

  /** Marks a text of an unchanged file as still right, although the other language's text has changed. */
  const markStillRight = async ({ kind, position, name, digest }: StillRight) => {
    const files = await read()
    if (files[kind]?.digest !== digest) throw new ProblemError(409, `Changed on disk meanwhile: ${kind}.json.`)
    const { outdated, problem } = await translations(files, { kind, position, name })
    if (problem) throw writeProblem('The text was not marked', new Error(problem))
    return { outdated }
  }

  /** Finds the violations that the content would have with the changes. */
  const check = async (changes: Changes) => {
    const files = await read()
    const values = fixtureNames.map((kind) => {
      const { items, violation, digest } = { ...files[kind], ...changes[kind] }
      const isMissing = digest === '' && !changes[kind] && isOptionalFile(kind)
      return [kind, violation || isMissing ? undefined : valueIn(kind, items)]
    })
    const raw = Object.fromEntries(values) as RawFixtures
    return { violations: [...checkContent(raw, await readImageNames(imagesDir))].flat() }
  }

  /** Finds the pictures that neither the files nor the changes name. */
  const unnamed = (changes: Changes): Promise<string[]> => unnamedPictures({ fixturesDir, imagesDir }, changes)

  const plan = (changes: Changes): Promise<PlannedFile[]> =>
    Promise.all(
      Object.entries(changes).map(async ([key, { items, digest }]) => {
        const kind = fixtureNames.find((each) => each === key)
        if (!kind) throw new ProblemError(400, `${key}: expected one of ${fixtureNames.join(', ')}.`)
        const refuse = ({ message }: ReadError) => {
          throw new ProblemError(409, `${message}, and is left as it is.`)
        }
        const { digest: current = '', violation } = await readFixture(pathOf(kind)).catch(refuse)
        if (violation && existsSync(pathOf(kind)))
          throw new ProblemError(409, `${kind}.json can't be read, and is left as it is: ${violation.found}.`)
        const before = (await readIfPresent(pathOf(kind), (path) => readFile(path, 'utf8')).catch(refuse)) ?? ''
        return { kind, before, after: editText(before, valueIn(kind, items)), isStale: current !== digest }
      }),
    )

  /** Writes all changes or none. Refuses files that have changed on disk, and content with violations. */
  const save = async (changes: Changes) => {
    const planned = await plan(changes)
    const stale = planned.filter(({ isStale }) => isStale)
    if (stale.length > 0)
      throw new ProblemError(409, `Changed on disk meanwhile: ${stale.map(({ kind }) => `${kind}.json`).join(', ')}.`)
    const { violations } = await check(changes)
    const own = violations.filter(({ file }) => planned.some(({ kind }) => file === `${kind}.json`))
    if (own.length > 0) throw new ProblemError(422, `The content has ${countInWords(own)}.`, own)
    const written: PlannedFile[] = []
    try {
      for (const file of planned) {
        await replaceFile(pathOf(file.kind), file.after)
        written.push(file)
      }
    } catch (error) {
      const left: string[] = []
      for (const { kind, before } of written) {
        const restored = before === '' ? rm(pathOf(kind)) : replaceFile(pathOf(kind), before)
        await restored.catch(() => left.push(`${kind}.json`))
      }
      throw writeProblem(left.length > 0 ? `Only ${left.join(', ')} saved` : 'Nothing was saved', error as Error)
    }
    const files = await read()
    // Two saves must not look like one, which changed both languages.
    await translations(files)
    return files
  }

  return { read, check, plan, save, unnamed, translations, markStillRight }
}

/** Shows a file that can't be read as a file with a violation. */
function violationOf({ message }: ReadError): ReadFixture {
  return { violation: { pointer: '', expected: 'a readable file', found: message } }
}

const valueIn = (kind: FixtureName, items: JsonObject[]) => (isListFile(kind) ? items : items[0])

/** Writes a new value into a file's text. Keeps the layout of the parts that have not changed. */
export function editText(text: string, value: unknown): string {
  const before: unknown = text === '' ? undefined : JSON.parse(text)
  if (text === '' || text === json(before)) return json(value)
  const isTabbed = /^\t/m.test(text)
  const tabSize = /^ +/m.exec(text)?.[0].length ?? 2
  const formattingOptions = { insertSpaces: !isTabbed, tabSize, eol: text.includes('\r\n') ? '\r\n' : '\n' }
  return changedPaths(before, value).reduce(
    (edited, [path, next]) => applyEdits(edited, modify(edited, path, next, { formattingOptions })),
    text,
  )
}

/** Finds the smallest parts that differ, each with its new value. A removed part has the value `undefined`. */
function changedPaths(before: unknown, after: unknown, path: JSONPath = []): [JSONPath, unknown][] {
  if (isDeepStrictEqual(before, after)) return []
  const areLists = Array.isArray(before) && Array.isArray(after)
  if (!areLists && !(isObject(before) && isObject(after))) return [[path, after]]
  const [old, next] = [before, after] as Record<string, unknown>[]
  const changes = Object.keys({ ...old, ...next }).map((key) => {
    return changedPaths(old?.[key], next?.[key], [...path, areLists ? Number(key) : key])
  })
  // Removes from the end of a list first, so that the positions of the other items stay.
  return (areLists && before.length > after.length ? changes.reverse() : changes).flat()
}
