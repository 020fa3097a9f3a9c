import { type FSWatcher, watch } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import pLimit from 'p-limit'
import type { LastGood } from './last-good'
import { createLoad, digestFixtures, FixtureError, type Loaded, readImageNames, type StoreOptions } from './load'
import type { Content } from './look-ups'

export { FixtureError, type FixtureFault, fixtureKeys, type StoreOptions } from './load'

export type Store = Awaited<ReturnType<typeof openStore>>

export type StoreEvent =
  | { kind: 'reloaded'; version: number }
  | { kind: 'rejected'; error: FixtureError }
  | { kind: 'mended' }
  | { kind: 'unwatched'; error: Error }
  | { kind: 'uncopied'; error: Error }

/** Fixtures with faults, in whose place older content is served. */
export type Rejection = { since: Date; error: FixtureError }

/**
 * How long to wait after the last change, in milliseconds: an editor's save is several changes in a burst. Where loading takes
 * longer than that, the wait is as long as the last load took, up to a second.
 */
const settleTime = 25
const longestSettleTime = 1_000

/**
 * Loads the fixtures of a folder. Rejects with a FixtureError that holds every fault, unless `lastGood` has a copy of fixtures that
 * were good.
 */
export async function openStore(options: StoreOptions & { lastGood?: LastGood | undefined }) {
  const { fixturesDir, imagesDir, product, lastGood } = options
  const load = createLoad(product)
  let rejection: Rejection | undefined
  let { content, digest } = await loadFirst()
  /** The state of both folders that was loaded last, good or not. */
  let examined = ''
  let areFixturesChanged = false
  let loadTime = 0
  let copying: Promise<unknown> = Promise.resolve()
  const inTurn = pLimit(1)
  const listeners: (() => void)[] = []
  const watchers: { close: () => void }[] = []
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function loadFirst(): Promise<Loaded> {
    try {
      return await load(fixturesDir, 1, await readImageNames(imagesDir))
    } catch (error) {
      if (!(error instanceof FixtureError)) throw error
      for (const copy of (await lastGood?.copies()) ?? []) {
        // A picture may be what is missing, so the copy's pictures are not checked.
        const loaded = await load(copy, 1).catch(() => undefined)
        if (!loaded) continue
        rejection = { since: await lastChange(error, options), error }
        return loaded
      }
      throw error
    }
  }

  /** Called one at a time, so that an older state can't overtake a newer one. */
  async function reload(report: (event: StoreEvent) => void): Promise<void> {
    const images = await readImageNames(imagesDir)
    // A new picture changes nothing of content that has all of its pictures.
    if (!areFixturesChanged && !rejection && hasPictures(content, images)) return
    areFixturesChanged = false
    const state = [await digestFixtures(fixturesDir), ...[...images].sort()].join('\n')
    if (isClosed || state === examined) return
    examined = state
    const startedAt = performance.now()
    try {
      const next = await load(fixturesDir, content.version + 1, images)
      if (isClosed) return
      const isMended = rejection !== undefined
      rejection = undefined
      if (next.digest === digest) {
        if (isMended) report({ kind: 'mended' })
        return
      }
      ;({ content, digest } = next)
      for (const listener of listeners) listener()
      report({ kind: 'reloaded', version: content.version })
      keep(report)
    } catch (error) {
      if (!(error instanceof FixtureError)) throw error
      rejection = { since: rejection?.since ?? (await lastChange(error, options)), error }
      report({ kind: 'rejected', error })
    } finally {
      loadTime = performance.now() - startedAt
    }
  }

  function keep(report: (event: StoreEvent) => void): void {
    if (!lastGood || rejection) return
    const copied = lastGood.keep(digest).catch((error: Error) => report({ kind: 'uncopied', error }))
    copying = Promise.all([copying, copied])
  }

  return {
    /** The content now. Hold on to the result, not to the store, for the length of one answer. */
    content: () => content,
    /** Set while the fixtures have faults and older content is served. */
    rejection: () => rejection,
    /** Calls back after each successful reload. */
    onChange: (listener: () => void): void => void listeners.push(listener),
    /**
     * Watches the folders and reloads what changes; a bad version goes to `report` and the last good one stays. A folder that
     * can't be watched goes there too: its changes are served from the next start on.
     */
    watch: (report: (event: StoreEvent) => void): void => {
      const schedule = () => {
        clearTimeout(timer)
        const delay = Math.min(Math.max(settleTime, loadTime), longestSettleTime)
        // Changes during one reload are loaded by the next, so that one waits at most.
        timer = setTimeout(() => inTurn.pendingCount === 0 && void inTurn(reload, report), delay)
      }
      const onFixture = () => {
        areFixturesChanged = true
        schedule()
      }
      const onError = (error: Error) => report({ kind: 'unwatched', error })
      watchers.push(...watchFolder(fixturesDir, onFixture, onError), ...watchFolder(imagesDir, schedule, onError))
      keep(report)
    },
    /** Resolves when nothing is written any more. */
    close: async (): Promise<void> => {
      isClosed = true
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
      await copying
    },
  }
}

function hasPictures({ homeData }: Content, images: ReadonlySet<string>): boolean {
  return homeData.every(({ courses, blogs, events, news, team }) =>
    [courses, blogs, events, news, team].flat().every(({ image }) => images.has(image)),
  )
}

/** When the files with faults were last changed, as far as the file system tells. */
async function lastChange({ faults }: FixtureError, { fixturesDir, imagesDir }: StoreOptions): Promise<Date> {
  const files = faults.map(({ file }) => join(fixturesDir, file))
  const folders = faults.some(({ pointer }) => pointer.endsWith('/image')) ? [imagesDir] : []
  const times = await Promise.all(
    [...new Set([...files, ...folders])].map(async (path) => (await stat(path).catch(() => undefined))?.mtimeMs),
  )
  return new Date(Math.min(Date.now(), Math.max(...times.map((time) => time ?? Date.now()))))
}

/**
 * Watches a folder's files, and the folder itself through its parent: a recording replaces the whole folder by a rename, after
 * which the old watch would look at a folder that is gone. `onError` is called when the system refuses: it has only so many
 * watches, and a parent may not be readable.
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
