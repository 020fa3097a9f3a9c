import { type StatsListener, unwatchFile, watchFile } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import pLimit from 'p-limit'
import type { LastGood } from './last-good'
import { createLoad, digestFixtures, FixtureError, fixtureKeys, readImageNames, type StoreOptions } from './load'
import type { Content } from './look-ups'
import { restoreFolder } from './restore'

export { FixtureError, type FixtureFault, fixtureKeys, type StoreOptions } from './load'

export type Store = Awaited<ReturnType<typeof openStore>>

/** The log for reloads and refused fixtures. */
type Log = Record<'info' | 'warn', (message: string) => void>

/** Invalid fixtures. Older content is served instead. */
export type Rejection = { since: Date; error: FixtureError }

/** The interval at which files are polled, in milliseconds. */
const watchInterval = 20

/**
 * Debounce of file changes, in milliseconds, because saving in an editor causes several, and files that belong together are saved
 * one after the other. The debounce is as long as the last load, within these limits. The shortest one is longer than two intervals,
 * because a file that is saved soon after another may be noticed an interval later.
 */
const settleTime = 50
const longestSettleTime = 1_000

/**
 * Loads the fixtures of a folder. If they are invalid, loads the copy in `lastGood`; without one, rejects with a FixtureError that
 * holds every fault.
 */
export async function openStore(options: StoreOptions & { lastGood?: LastGood | undefined }) {
  const { fixturesDir, imagesDir, product, lastGood } = options
  const load = createLoad(product)
  let rejection: Rejection | undefined
  for (const folder of [fixturesDir, imagesDir]) restoreFolder(folder)
  /** The state of both folders at the last load, valid or not. */
  let examined = ''
  let { content, digest } = await loadFirst()
  let areFixturesChanged = false
  let loadTime = 0
  let copying: Promise<void> = Promise.resolve()
  const inTurn = pLimit(1)
  const listeners: (() => void)[] = []
  const watched = new Map<string, StatsListener>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function loadFirst(): Promise<{ content: Content; digest: string }> {
    const images = await readImageNames(imagesDir)
    const digest = await digestFixtures(fixturesDir)
    examined = stateOf(digest, images)
    try {
      return { digest, content: await load(fixturesDir, 1, images) }
    } catch (error) {
      if (!(error instanceof FixtureError)) throw error
      for (const copy of (await lastGood?.copies()) ?? []) {
        // Does not check the copy's references to pictures, because a missing picture may be the fault.
        const content = await load(copy, 1).catch(() => undefined)
        if (!content) continue
        rejection = { since: await lastChange(error, options), error }
        return { digest: basename(copy), content }
      }
      throw error
    }
  }

  /** Runs one reload at a time, so that an older state cannot replace a newer one. */
  async function reload(log: Log): Promise<void> {
    const images = await readImageNames(imagesDir)
    // Without changed fixtures, a new picture matters only if content lacked a picture.
    const isComplete = !rejection && hasPictures(content, images)
    if (!areFixturesChanged && isComplete) return
    areFixturesChanged = false
    const nextDigest = await digestFixtures(fixturesDir)
    const state = stateOf(nextDigest, images)
    if (isClosed || state === examined || (nextDigest === digest && isComplete)) return
    examined = state
    const startedAt = performance.now()
    try {
      const next = await load(fixturesDir, content.version + 1, images)
      if (isClosed) return
      const isMended = rejection !== undefined
      rejection = undefined
      if (nextDigest === digest) {
        if (isMended) log.info('fixtures mended; they are those that are served')
        return
      }
      content = next
      digest = nextDigest
      for (const listener of listeners) listener()
      log.info(`fixtures reloaded, version ${content.version}`)
      keep(log)
    } catch (error) {
      if (!(error instanceof FixtureError)) throw error
      rejection = { since: rejection?.since ?? (await lastChange(error, options)), error }
      log.warn(`fixtures changed but can't be used, the last good ones stay:\n${error.message}`)
    } finally {
      loadTime = performance.now() - startedAt
    }
  }

  function keep(log: Log): void {
    if (!lastGood || rejection) return
    // One after the other, because each removes the copies of other content.
    copying = copying
      .then(() => lastGood.keep(digest))
      .catch(({ message }: Error) =>
        log.warn(`CACHE_DIR: no copy of the fixtures could be kept, so a start with faults would fail: ${message}`),
      )
  }

  return {
    /** Returns the current content. Call it once per response, because a reload in between changes it. */
    content: () => content,
    /** Set while the fixtures have faults and older content is served. */
    rejection: () => rejection,
    /** Calls back after each successful reload. */
    onChange: (listener: () => void): void => void listeners.push(listener),
    /**
     * Watches the fixtures and the names of the pictures, and reloads changes. Logs invalid fixtures; the last valid content
     * stays. Compares times (`watchFile`), because the system's events miss a replaced folder and changes on some mounts.
     */
    watch: (log: Log): void => {
      const schedule = () => {
        clearTimeout(timer)
        const delay = Math.min(Math.max(settleTime, loadTime), longestSettleTime)
        // Queues at most one reload, because it loads all changes so far.
        timer = setTimeout(() => inTurn.pendingCount === 0 && void inTurn(reload, log), delay)
      }
      const onFixture = () => {
        areFixturesChanged = true
        schedule()
      }
      for (const key of fixtureKeys) watched.set(join(fixturesDir, `${key}.json`), onFixture)
      watched.set(imagesDir, schedule)
      for (const [path, listener] of watched) watchFile(path, { interval: watchInterval, persistent: false }, listener)
      // For changes since the first load.
      onFixture()
      keep(log)
    },
    /** Stops watching. Resolves once the copies in `lastGood` are written. */
    close: async (): Promise<void> => {
      isClosed = true
      clearTimeout(timer)
      for (const [path, listener] of watched) unwatchFile(path, listener)
      await copying
    },
  }
}

function stateOf(digest: string, images: ReadonlySet<string>): string {
  return [digest, ...[...images].sort()].join('\n')
}

function hasPictures({ homeData }: Content, images: ReadonlySet<string>): boolean {
  return homeData.every(({ courses, blogs, events, news, team }) =>
    [courses, blogs, events, news, team].flat().every(({ image }) => images.has(image)),
  )
}

/** The latest modification time of the files with faults, or of the images folder if a picture is missing. */
async function lastChange({ faults }: FixtureError, { fixturesDir, imagesDir }: StoreOptions): Promise<Date> {
  const paths = faults.flatMap(({ file, pointer }) => [
    join(fixturesDir, file),
    ...(pointer.endsWith('/image') ? [imagesDir] : []),
  ])
  const times = await Promise.all(
    [...new Set(paths)].map(async (path) => (await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now()),
  )
  return new Date(Math.min(Date.now(), Math.max(...times)))
}
