import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { applyEdits, type JSONPath, modify } from 'jsonc-parser'
import type { Fault } from '#contract/faults'
import { isObject } from '#contract/json'
import { replaceFile } from '../../scripts/command-line/files'
import { json } from '../../scripts/command-line/json-files'
import { createContentCheck, fixtureKeys, type RawContent, readImageNames } from '../../server/content/load'
import { readFixture } from '../../server/content/read-fixture'
import type { FixtureKey } from '../../server/content/references'
import { ProblemError } from '../../server/http/problem'

/** A file's new value, and the digest of the file that the value was made of. */
export type Change = { kind: FixtureKey; value: unknown; digest: string }

/** A file as it is on disk. */
export type ContentFile = { value?: unknown; digest: string; fault?: Fault }

/** The texts of a file before and after a change. */
export type PlannedFile = { kind: FixtureKey; before: string; after: string; isStale: boolean }

type Options = { fixturesDir: string; imagesDir: string; product: string }

/** Reads, checks and writes fixture files. */
export function createContentFiles({ fixturesDir, imagesDir, product }: Options) {
  const pathOf = (kind: FixtureKey) => join(fixturesDir, `${kind}.json`)
  const checkContent = createContentCheck(product)

  const read = async (): Promise<Record<FixtureKey, ContentFile>> => {
    const files = await Promise.all(
      fixtureKeys.map(async (kind) => {
        const { digest = '', value, fault } = await readFixture(pathOf(kind))
        return [kind, { digest, value, ...(fault && { fault }) }]
      }),
    )
    return Object.fromEntries(files)
  }

  /** The faults of the content with these values in place of the files'. */
  const check = async (values: Partial<RawContent>) => {
    const files = await read()
    const raw = Object.fromEntries(fixtureKeys.map((kind) => [kind, values[kind] ?? files[kind].value])) as RawContent
    return { faults: checkContent(raw, await readImageNames(imagesDir)) }
  }

  const plan = (changes: Change[]): Promise<PlannedFile[]> =>
    Promise.all(
      changes.map(async ({ kind, value, digest }) => {
        if (!fixtureKeys.includes(kind)) throw new ProblemError(400, `kind: expected one of ${fixtureKeys.join(', ')}.`)
        const before = await readFile(pathOf(kind), 'utf8').catch(() => '')
        return { kind, before, after: editText(before, value), isStale: digestOf(before) !== digest }
      }),
    )

  /** Writes all changes or none. Refuses files that have changed on disk, and content with faults. */
  const save = async (changes: Change[]) => {
    const planned = await plan(changes)
    const stale = planned.filter(({ isStale }) => isStale)
    if (stale.length > 0)
      throw new ProblemError(409, `Changed on disk meanwhile: ${stale.map(({ kind }) => `${kind}.json`).join(', ')}.`)
    const { faults } = await check(Object.fromEntries(changes.map(({ kind, value }) => [kind, value])))
    const own = faults.filter(({ file }) => changes.some(({ kind }) => file === `${kind}.json`))
    if (own.length > 0) throw new ProblemError(422, `The content has ${own.length} faults.`, own)
    const written: PlannedFile[] = []
    try {
      for (const file of planned) {
        await replaceFile(pathOf(file.kind), file.after)
        written.push(file)
      }
    } catch (error) {
      for (const { kind, before } of written) await replaceFile(pathOf(kind), before)
      const { code, message } = error as NodeJS.ErrnoException
      throw new ProblemError(507, `Nothing was saved: ${code === 'ENOSPC' ? 'the disk is full' : message}.`)
    }
    return { digests: Object.fromEntries(planned.map(({ kind, after }) => [kind, digestOf(after)])) }
  }

  return { read, check, plan, save }
}

function digestOf(text: string): string {
  return createHash('sha1').update(text).digest('base64')
}

/** Writes a new value into a file's text. Keeps the layout of the parts that have not changed. */
export function editText(text: string, value: unknown): string {
  let before: unknown
  try {
    before = JSON.parse(text)
  } catch {
    return json(value)
  }
  if (text === json(before)) return json(value)
  const isTabbed = /^\t/m.test(text)
  const tabSize = /^ +/m.exec(text)?.[0].length ?? 2
  const formattingOptions = { insertSpaces: !isTabbed, tabSize, eol: text.includes('\r\n') ? '\r\n' : '\n' }
  return changedPaths(before, value).reduce(
    (edited, [path, next]) => applyEdits(edited, modify(edited, path, next, { formattingOptions })),
    text,
  )
}

/** The smallest parts that differ, each with its new value; a removed part is `undefined`. */
function changedPaths(before: unknown, after: unknown, path: JSONPath = []): [JSONPath, unknown][] {
  if (isDeepStrictEqual(before, after)) return []
  if (isObject(before) && isObject(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      changedPaths(before[key], after[key], [...path, key]),
    )
  if (Array.isArray(before) && Array.isArray(after)) {
    const shared = Math.min(before.length, after.length)
    const removed = before.slice(shared).map((_, index): [JSONPath, unknown] => [[...path, shared + index], undefined])
    return [
      ...after.slice(0, shared).flatMap((item, index) => changedPaths(before[index], item, [...path, index])),
      // From the end, so that the places of the others stay.
      ...removed.reverse(),
      ...after.slice(shared).map((item, index): [JSONPath, unknown] => [[...path, shared + index], item]),
    ]
  }
  return [[path, after]]
}
