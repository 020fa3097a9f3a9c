import { createHash } from 'node:crypto'
import { type FSWatcher, watch } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import pLimit from 'p-limit'
import type { Fault } from '#contract/faults'
import { createCheck, createSchemas, type HomeData } from '#contract/schemas'
import { type Content, indexContent } from './look-ups'
import { readFixture } from './read-fixture'
import { crossCheck, type FixtureKey } from './references'

/** A fault of a fixture file: `file` is its name, such as `courses.json`; the pointer leads into it. */
export type FixtureFault = Fault & { file: string }

/** Every fault found in the fixtures, at once. The message has one line per fault. */
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

export type Store = Awaited<ReturnType<typeof openStore>>

export type StoreEvent =
  | { kind: 'reloaded'; version: number }
  | { kind: 'rejected'; error: FixtureError }
  | { kind: 'unwatched'; error: Error }

/** How long to wait after a file's last change, in milliseconds: an editor's save is several changes in a burst. */
const settleTime = 25

/** Loads the fixtures of a folder. Rejects with a FixtureError that holds every fault. */
export async function openStore(options: StoreOptions) {
  const { fixtures } = createSchemas(options.product)
  const checks = new Map(fixtureKeys.map((key) => [key, createCheck(fixtures[key])]))
  let { content, digest } = await load(options, checks, 1)
  const inTurn = pLimit(1)
  const listeners: (() => void)[] = []
  const watchers: { close: () => void }[] = []
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  /** Called one at a time, so that an older state can't overtake a newer one. */
  async function reload(report: (event: StoreEvent) => void): Promise<void> {
    try {
      const next = await load(options, checks, content.version + 1)
      if (isClosed || next.digest === digest) return
      ;({ content, digest } = next)
      for (const listener of listeners) listener()
      report({ kind: 'reloaded', version: content.version })
    } catch (error) {
      if (!(error instanceof FixtureError)) throw error
      report({ kind: 'rejected', error })
    }
  }

  return {
    /** The content now. Hold on to the result, not to the store, for the length of one answer. */
    content: () => content,
    /** Calls back after each successful reload. */
    onChange: (listener: () => void): void => void listeners.push(listener),
    /**
     * Watches the folders and reloads what changes; a bad version goes to `report` and the last good one stays. So does a folder
     * that can't be watched: what changes there is served from the next start on.
     */
    watch: (report: (event: StoreEvent) => void): void => {
      const schedule = () => {
        clearTimeout(timer)
        // What changes during one reload is loaded by the next, so that one waits at most.
        timer = setTimeout(() => inTurn.pendingCount === 0 && void inTurn(reload, report), settleTime)
      }
      for (const folder of [options.fixturesDir, options.imagesDir])
        watchers.push(...watchFolder(folder, schedule, (error) => report({ kind: 'unwatched', error })))
    },
    close: (): void => {
      isClosed = true
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
    },
  }
}

/**
 * Watches a folder's files, and the folder itself through its parent: a recording replaces the whole folder by a rename, after
 * which the old watch would look at a folder that is gone. `onError` is told when the system refuses (it has only so many
 * watches, and a parent may not be readable).
 */
function watchFolder(folder: string, onChange: () => void, onError: (error: Error) => void): { close: () => void }[] {
  const open = () => watch(folder, onChange).on('error', () => undefined)
  let inside: FSWatcher | undefined
  const renew = (_: string, name: string | null) => {
    if (name !== basename(folder)) return
    try {
      const renewed = open()
      inside?.close()
      inside = renewed
    } catch {
      // Gone for the moment: its return is another event.
    }
    onChange()
  }
  const watchers = [{ close: () => inside?.close() }]
  try {
    inside = open()
    watchers.push(watch(dirname(folder), renew).on('error', () => undefined))
  } catch (error) {
    onError(error as Error)
  }
  return watchers
}

/** The order in which faults are told: references come after what they refer to. */
export const fixtureKeys: FixtureKey[] = ['courses_categories', 'courses', 'blogs', 'events', 'news', 'team', 'goals']

/** Reads and checks everything. `digest` is of the fixtures' bytes. */
async function load(
  { fixturesDir, imagesDir, product }: StoreOptions,
  checks: ReadonlyMap<FixtureKey, (value: unknown) => Fault[]>,
  version: number,
): Promise<{ content: Content; digest: string }> {
  const faults: FixtureFault[] = []
  const images = new Set(await readdir(imagesDir).catch(() => []))
  const hash = createHash('sha1')
  const raw = {} as Record<FixtureKey, unknown> // filled key by key, as the next
  const changed = {} as Record<FixtureKey, Date>
  // One after the other: a large file's text takes more memory than what is made of it.
  for (const key of fixtureKeys) {
    const file = `${key}.json`
    const { digest = '', value, fault } = await readFixture(join(fixturesDir, file))
    if (fault) faults.push({ file, ...fault })
    changed[key] = (await stat(join(fixturesDir, file)).catch(() => undefined))?.mtime ?? new Date()
    hash.update(`${key} ${digest} `)
    raw[key] = value
  }
  for (const key of fixtureKeys) {
    if (raw[key] === undefined) continue
    const file = `${key}.json`
    const found = [...(checks.get(key)?.(raw[key]) ?? []), ...crossCheck(key, raw, images)]
    if (!isFrozenDeep(raw[key])) {
      const expected = `lists and objects in each other, ${mostLevels} deep at most`
      found.push({ pointer: '', expected, found: 'deeper ones' })
    }
    const pointers = new Set<string>()
    for (const fault of found) {
      if (!pointers.has(fault.pointer)) faults.push({ file, ...fault })
      pointers.add(fault.pointer)
    }
  }
  if (faults.length > 0) throw new FixtureError(faults)
  const content = indexContent(raw as HomeData, product) // every key has just passed its schema
  return { content: { ...content, version, changed }, digest: hash.digest('base64url') }
}

/** One line for people: file, pointer, what was expected and found, and what was probably meant. */
function faultLine({ file, pointer, expected, found, nearest: meant }: FixtureFault): string {
  return `${file} ${pointer || '(whole file)'}: expected ${expected}, found ${found}${meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`}`
}

/** Levels of lists and objects in a fixture: many more than content has, and far fewer than what walks through them can take. */
const mostLevels = 100

/** Freezes a value with all that is in it; false when that goes too deep. */
function isFrozenDeep(value: unknown, levels = mostLevels): boolean {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return true
  if (levels === 0) return false
  Object.freeze(value)
  return Object.values(value).every((child) => isFrozenDeep(child, levels - 1))
}
