import { unwatchFile, watchFile } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { fixtureNames } from '#contract/fixture-files'
import { ReadError, retryReading } from '../files'
import type { Content } from './content-index'
import type { LastGood } from './last-good'
import { createLoad, digestFixtures, FixtureError, readFixtures, readImageNames, type StoreOptions } from './load'
import { restoreFolder } from './restore'

export { ReadError } from '../files'
export { FixtureError, type StoreOptions } from './load'

export type Store = Awaited<ReturnType<typeof openStore>>

/** The log for reloads and refused fixtures. */
type Log = Record<'info' | 'warn', (message: string) => void>

/** The violations of invalid fixtures, and since when the files have them. Older content is served instead. */
export type Rejection = { since: Date; error: FixtureError }

/** The error of reading the content, and since when. The content that was read before is served meanwhile. */
export type ReadFailure = { since: Date; error: ReadError }

/** The longest delay before the content is read again after a read error, in milliseconds. The first delay is a 64th. */
const longestRetryDelay = 16_000

/** The interval at which files are polled, in milliseconds. */
const watchInterval = 20

/**
 * The time without changes after which fixtures are reloaded, in milliseconds. Editors write a file several times, and files that
 * belong together are saved one after the other. The time is longer than two polling intervals, because polling may notice the
 * second of two changes one interval late.
 */
const settleTime = 50

/**
 * Loads the fixtures of a folder. If they are invalid or can't be read, loads the copy in `lastGood`; without one, rejects with a
 * FixtureError that holds every violation, or a ReadError.
 */
export async function openStore(options: StoreOptions & { lastGood?: LastGood | undefined }) {
  const { fixturesDir, imagesDir, product, lastGood } = options
  const load = createLoad(product)
  let rejection: Rejection | undefined
  let readFailure: ReadFailure | undefined
  for (const folder of [fixturesDir, imagesDir]) restoreFolder(folder)
  /** The digest of the fixtures that were loaded last, valid or not; empty if they could not be read. */
  let digest = ''
  let content = await loadFirst()
  const listeners: (() => void)[] = []
  const reloadListeners = new Set<() => void>()
  // Reloads and copies run one at a time, so that older content cannot replace newer. No reload waits for a slow copy.
  const inTurn = pLimit(1)
  const copying = pLimit(1)
  let stopWatching = (): void => undefined

  async function loadFirst(): Promise<Content> {
    try {
      return await retryReading(async () => {
        const [files, images] = [await readFixtures(fixturesDir), await readImageNames(imagesDir)]
        digest = files.digest
        return await load(files, 1, images)
      })
    } catch (error) {
      const isKnown = error instanceof FixtureError || error instanceof ReadError
      const copy = isKnown && (await lastGood?.read().catch(() => undefined))
      if (!copy) throw error
      if (error instanceof FixtureError) rejection = { since: await lastChange(error, options), error }
      else readFailure = { since: new Date(), error }
      return copy
    }
  }

  /** Reloads what has changed. If it can't be read, keeps the content and tells so once. Never rejects. */
  async function reload(log: Log): Promise<void> {
    try {
      await reloadChanged(log)
      if (readFailure) log.info('the content can be read again')
      readFailure = undefined
    } catch (error) {
      // An unforeseen error must not end the process, which serves the content that it has.
      const failure = error instanceof ReadError ? error : new ReadError('the content', String(error), { cause: error })
      // Loads everything once it can be read again.
      digest = ''
      if (failure.message !== readFailure?.error.message)
        log.warn(`the content can't be read and is tried again, what was read before stays: ${failure.message}`)
      readFailure = { since: readFailure?.since ?? new Date(), error: failure }
    }
  }

  async function reloadChanged(log: Log): Promise<void> {
    const before = digest
    const isSame = (await digestFixtures(fixturesDir)) === before
    const images = await readImageNames(imagesDir)
    // If valid fixtures have not changed, a change of the pictures matters only if a picture of the content is missing.
    if (isSame && !rejection && pictureNames(content).every((name) => images.has(name))) return
    const files = await readFixtures(fixturesDir)
    // The files may have changed since they were compared. The digest of what is loaded keeps them from being loaded again.
    digest = files.digest
    try {
      content = await load(files, content.version + 1, images)
    } catch (error) {
      if (!(error instanceof FixtureError)) throw error
      if (digest === before && error.message === rejection?.error.message) return
      rejection = { since: rejection?.since ?? (await lastChange(error, options)), error }
      for (const listener of reloadListeners) listener()
      return log.warn(`fixtures changed but can't be used, the last good ones stay:\n${error.message}`)
    }
    rejection = undefined
    for (const listener of [...listeners, ...reloadListeners]) listener()
    log.info(`fixtures reloaded, version ${content.version}`)
    void copying(keep, log)
  }

  async function keep(log: Log): Promise<void> {
    if (rejection) return
    await lastGood
      ?.keep(content)
      .catch(({ message }: Error) =>
        log.warn(`CACHE_DIR: no copy of the fixtures could be kept, so a start with violations would fail: ${message}`),
      )
  }

  return {
    /** Returns the current content. Call it once per response, because a reload between two calls changes the content. */
    content: () => content,
    /** The violations of the fixtures while older content is served instead, else `undefined`. */
    rejection: () => rejection,
    /** The read error while content from before it is served, else `undefined`. */
    readFailure: () => readFailure,
    /** Calls the listener after each successful reload. */
    onChange: (listener: () => void): void => void listeners.push(listener),
    /** Calls the listener after each reload, also one with violations. Returns a function that removes the listener. */
    onReload: (listener: () => void): (() => void) => {
      reloadListeners.add(listener)
      return () => void reloadListeners.delete(listener)
    },
    /**
     * Reloads the fixtures if they, or the names of the pictures, have changed. Logs invalid fixtures and keeps the last valid
     * content. Polls (`watchFile`), because file events miss a replaced folder and changes on some mounts.
     */
    watch: (log: Log): void => {
      let timer: NodeJS.Timeout | undefined
      let retry: NodeJS.Timeout | undefined
      let retryDelay = 0
      let isStopped = false
      // At most one reload waits in the queue, because it will load all changes so far.
      const schedule = () => {
        clearTimeout(timer)
        timer = setTimeout(() => inTurn.pendingCount === 0 && void inTurn(reload, log).then(retryLater), settleTime)
      }
      // Files that can be read again have not changed, so no event tells it.
      const retryLater = () => {
        clearTimeout(retry)
        retryDelay = readFailure ? Math.min(longestRetryDelay, retryDelay * 2 || longestRetryDelay / 64) : 0
        if (readFailure && !isStopped) retry = setTimeout(schedule, retryDelay).unref()
      }
      const paths = [...fixtureNames.map((key) => join(fixturesDir, `${key}.json`)), imagesDir]
      for (const path of paths) watchFile(path, { interval: watchInterval, persistent: false }, schedule)
      stopWatching = () => {
        isStopped = true
        clearTimeout(timer)
        clearTimeout(retry)
        for (const path of paths) unwatchFile(path, schedule)
      }
      void copying(keep, log)
      // Finds changes that were made since the first load.
      schedule()
    },
    /** Stops watching. Resolves once a reload in progress has ended and the copy in `lastGood` is written. */
    close: async (): Promise<void> => {
      stopWatching()
      await inTurn(() => undefined)
      await copying(() => undefined)
    },
  }
}

function pictureNames({ homeData: [{ courses, blogs, events, news, team }] }: Content): string[] {
  return [courses, blogs, events, news, team].flat().flatMap(({ image }) => image || [])
}

/** The latest modification time of the files with violations, or of the images folder if a picture is missing. */
async function lastChange({ violations }: FixtureError, { fixturesDir, imagesDir }: StoreOptions): Promise<Date> {
  const paths = violations.flatMap(({ file, pointer }) => [
    join(fixturesDir, file),
    ...(pointer.endsWith('/image') ? [imagesDir] : []),
  ])
  const times = await Promise.all(
    [...new Set(paths)].map(async (path) => (await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now()),
  )
  return new Date(Math.max(...times))
}
