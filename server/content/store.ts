import { unwatchFile, watchFile } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import type { LastGood } from './last-good'
import { createLoad, digestFixtures, FixtureError, fixtureKeys, readImageNames, type StoreOptions } from './load'
import type { Content } from './look-ups'
import { restoreFolder } from './restore'

export { FixtureError, type StoreOptions } from './load'

export type Store = Awaited<ReturnType<typeof openStore>>

/** The log for reloads and refused fixtures. */
type Log = Record<'info' | 'warn', (message: string) => void>

/** Invalid fixtures. Older content is served instead. */
export type Rejection = { since: Date; error: FixtureError }

/** The interval at which files are polled, in milliseconds. */
const watchInterval = 20

/**
 * Debounce of file changes, in milliseconds, because saving in an editor causes several, and files that belong together are saved
 * one after the other. It is longer than two intervals, because a file that is saved soon after another may be noticed an interval
 * later.
 */
const settleTime = 50

/**
 * Loads the fixtures of a folder. If they are invalid, loads the copy in `lastGood`; without one, rejects with a FixtureError that
 * holds every fault.
 */
export async function openStore(options: StoreOptions & { lastGood?: LastGood | undefined }) {
  const { fixturesDir, imagesDir, product, lastGood } = options
  const { load, fromCopy } = createLoad(product)
  let rejection: Rejection | undefined
  for (const folder of [fixturesDir, imagesDir]) restoreFolder(folder)
  const before = await look()
  let content = await loadFirst(before.images)
  /** The state of both folders at the last load, valid or not. */
  let examined = stateOf(before)
  const listeners: (() => void)[] = []
  let copying: Promise<void> = Promise.resolve()
  let stopWatching = (): void => undefined
  let isClosed = false

  async function look() {
    return { digest: await digestFixtures(fixturesDir), images: await readImageNames(imagesDir) }
  }

  /**
   * The state that a reload depends on. While the content is valid, only its missing pictures count, because a new picture is no reason
   * to load again. While the fixtures are rejected, every picture's name counts.
   */
  function stateOf({ digest, images }: Awaited<ReturnType<typeof look>>): string {
    const names = rejection ? [...images].sort() : picturesOf(content).filter((name) => !images.has(name))
    return [digest, ...names].join('\n')
  }

  async function loadFirst(images: ReadonlySet<string>): Promise<Content> {
    try {
      return await load(fixturesDir, 1, images)
    } catch (error) {
      const copy = error instanceof FixtureError ? await lastGood?.read() : undefined
      const content = copy && (await fromCopy(copy, 1).catch(() => undefined))
      if (!content || !(error instanceof FixtureError)) throw error
      rejection = { since: await lastChange(error, options), error }
      return content
    }
  }

  async function reload(log: Log): Promise<void> {
    const found = await look()
    if (isClosed || stateOf(found) === examined) return
    try {
      const next = await load(fixturesDir, content.version + 1, found.images)
      if (isClosed) return
      content = next
      rejection = undefined
      for (const listener of listeners) listener()
      log.info(`fixtures reloaded, version ${content.version}`)
      keep(log)
    } catch (error) {
      if (!(error instanceof FixtureError)) throw error
      rejection = { since: rejection?.since ?? (await lastChange(error, options)), error }
      log.warn(`fixtures changed but can't be used, the last good ones stay:\n${error.message}`)
    }
    examined = stateOf(found)
  }

  function keep(log: Log): void {
    if (!lastGood || rejection) return
    // One after the other, so that the latest content stays.
    copying = copying
      .then(() => lastGood.keep(content))
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
      let timer: NodeJS.Timeout | undefined
      // Runs one reload at a time, so that an older state cannot replace a newer one. At most one more waits; it loads all changes so
      // far.
      const inTurn = pLimit(1)
      const schedule = () => {
        clearTimeout(timer)
        timer = setTimeout(() => inTurn.pendingCount === 0 && void inTurn(reload, log), settleTime)
      }
      const paths = [...fixtureKeys.map((key) => join(fixturesDir, `${key}.json`)), imagesDir]
      for (const path of paths) watchFile(path, { interval: watchInterval, persistent: false }, schedule)
      stopWatching = () => {
        clearTimeout(timer)
        for (const path of paths) unwatchFile(path, schedule)
      }
      // For changes since the first load.
      schedule()
      keep(log)
    },
    /** Stops watching. Resolves once the copy in `lastGood` is written. */
    close: async (): Promise<void> => {
      isClosed = true
      stopWatching()
      await copying
    },
  }
}

function picturesOf({ homeData: [{ courses, blogs, events, news, team }] }: Content): string[] {
  return [courses, blogs, events, news, team].flat().map(({ image }) => image)
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
  return new Date(Math.max(...times))
}
