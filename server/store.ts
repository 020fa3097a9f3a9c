import { createHash } from 'node:crypto'
import { type FSWatcher, watch } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { at, describe, type Fault } from '#contract/faults'
import { nearest } from '#contract/nearest'
import { type EventType, newsFlag } from '#contract/operations'
import {
  type Blog,
  type Course,
  createCheck,
  createSchemas,
  type Event,
  type HomeData,
  type NewsItem,
} from '#contract/schemas'
import { type KnownBytes, largeFile, readLargeList } from './large-fixtures'

/** A fault of a fixture file: `file` is its name, such as `courses.json`; the pointer leads into it. */
export type FixtureFault = Fault & { file: string }

/** Every fault found in the fixtures, at once. The message has one line per fault. */
export class FixtureError extends Error {
  override readonly name = 'FixtureError'
  constructor(readonly faults: readonly FixtureFault[]) {
    super(faults.map(faultLine).join('\n'))
  }
}

type FixtureKey = keyof HomeData

/** The content of the site at one moment: checked, indexed and frozen. Unknown slugs are `undefined`. */
export type Content = {
  /** Counts up with every reload; names the state that pages were rendered from. */
  version: number
  /** A digest of the fixtures' bytes: the same content has the same one in every process. */
  digest: string
  /** The bytes of what came from large files, when there is any. */
  known: KnownBytes | undefined
  /** The home data in its list of one, as the API answers it. */
  homeData: HomeData[]
  blogs: Blog[]
  coursesOf: (
    category: string,
  ) => { courses: Course[]; category: HomeData['courses_categories'][number] | null } | undefined
  eventsOf: (type: EventType) => Event[]
  newsOf: (isOfProduct: boolean) => NewsItem[]
  find: {
    courses: (slug: string) => Course | undefined
    blogs: (slug: string) => Blog | undefined
    events: (slug: string) => Event | undefined
    news: (slug: string) => NewsItem | undefined
  }
  findById: { courses: (id: number) => Course | undefined; blogs: (id: number) => Blog | undefined }
  /** Slugs that look like one that isn't there, best first. */
  nearestSlugs: (key: 'courses' | 'blogs' | 'events' | 'news' | 'courses_categories', slug: string) => string[]
}

export type StoreOptions = {
  fixturesDir: string
  imagesDir: string
  product: string
}

export type Store = {
  /** The content now. Hold on to the result, not to the store, for the length of one answer. */
  content: () => Content
  /** Calls back after each successful reload. */
  onChange: (listener: () => void) => void
  /**
   * Watches the folders and reloads what changes; a bad version goes to `report` and the last good one stays. So does a folder
   * that can't be watched: what changes there is served from the next start on.
   */
  watch: (report: (event: StoreEvent) => void) => void
  close: () => void
}

export type StoreEvent =
  | { kind: 'reloaded'; version: number }
  | { kind: 'rejected'; error: FixtureError }
  | { kind: 'unwatched'; error: Error }

/** How long to wait after a file's last change, in milliseconds: an editor's save is several changes in a burst. */
const settleTime = 25

/** Loads the fixtures of a folder. Rejects with a FixtureError that holds every fault. */
export async function openStore(options: StoreOptions): Promise<Store> {
  let content = await load(options, 1)
  let isLoading = false
  let isStale = false
  const listeners: (() => void)[] = []
  const watchers: { close: () => void }[] = []
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  /** One reload at a time, so that an older state can't overtake a newer one; what changes meanwhile is loaded after it. */
  async function reload(report: (event: StoreEvent) => void): Promise<void> {
    if (isLoading) {
      isStale = true
      return
    }
    isLoading = true
    try {
      const next = await load(options, content.version + 1)
      if (isClosed || next.digest === content.digest) return
      content = next
      for (const listener of listeners) listener()
      report({ kind: 'reloaded', version: content.version })
    } catch (error) {
      if (!(error instanceof FixtureError)) throw error
      report({ kind: 'rejected', error })
    } finally {
      isLoading = false
      if (isStale && !isClosed) {
        isStale = false
        void reload(report)
      }
    }
  }

  return {
    content: () => content,
    onChange: (listener) => void listeners.push(listener),
    watch: (report) => {
      const schedule = () => {
        clearTimeout(timer)
        timer = setTimeout(() => void reload(report), settleTime)
      }
      for (const folder of [options.fixturesDir, options.imagesDir])
        watchers.push(...watchFolder(folder, schedule, (error) => report({ kind: 'unwatched', error })))
    },
    close: () => {
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
const fixtureKeys: FixtureKey[] = ['courses_categories', 'courses', 'blogs', 'events', 'news', 'team', 'goals']

/** Reads and checks everything. */
async function load({ fixturesDir, imagesDir, product }: StoreOptions, version: number): Promise<Content> {
  const checks = checksOf(product)
  const faults: FixtureFault[] = []
  const images = new Set(await readdir(imagesDir).catch(() => []))
  const hash = createHash('sha1')
  const known: KnownBytes = new WeakMap()
  const read: { key: FixtureKey; value: unknown }[] = []
  // One after the other: a large file's text takes more memory than what is made of it.
  for (const key of fixtureKeys) {
    const file = `${key}.json`
    const { digest = '', value, fault } = await readJson(join(fixturesDir, file), known)
    if (fault) faults.push({ file, ...fault })
    hash.update(`${key} ${digest} `)
    read.push({ key, value })
  }
  const raw = Object.fromEntries(read.map(({ key, value }) => [key, value])) as Record<FixtureKey, unknown>
  for (const key of fixtureKeys) {
    if (raw[key] === undefined) continue
    const file = `${key}.json`
    const found = [...checks[key](raw[key]), ...crossCheck(key, raw, images)]
    const pointers = new Set<string>()
    for (const fault of found) {
      if (!pointers.has(fault.pointer)) faults.push({ file, ...fault })
      pointers.add(fault.pointer)
    }
  }
  for (const key of fixtureKeys) {
    if (isFrozenDeep(raw[key])) continue
    const expected = `lists and objects in each other, ${mostLevels} deep at most`
    faults.push({ file: `${key}.json`, pointer: '', expected, found: 'deeper ones' })
  }
  if (faults.length > 0) throw new FixtureError(faults)
  // Every key has just passed its schema.
  const hasLarge = read.some(({ value }) => Array.isArray(value) && known.has(value))
  const content = index(raw as HomeData, product)
  return { ...content, version, digest: hash.digest('base64url'), known: hasLarge ? known : undefined }
}

const compiled = new Map<string, Record<FixtureKey, (value: unknown) => Fault[]>>()

function checksOf(product: string): Record<FixtureKey, (value: unknown) => Fault[]> {
  let checks = compiled.get(product)
  if (!checks) {
    const { fixtures } = createSchemas(product)
    checks = Object.fromEntries(fixtureKeys.map((key) => [key, createCheck(fixtures[key])])) as Record<
      FixtureKey,
      (value: unknown) => Fault[]
    >
    compiled.set(product, checks)
  }
  return checks
}

async function readJson(path: string, known: KnownBytes): Promise<{ digest?: string; value?: unknown; fault?: Fault }> {
  let text: string
  let digest: string
  try {
    let bytes = await readFile(path)
    digest = createHash('sha1').update(bytes).digest('base64')
    if (bytes.length >= largeFile) {
      const value = await readLargeList(bytes, known)
      if (value) return { digest, value }
      bytes = await readFile(path)
    }
    text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    const found = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'no such file' : String(error)
    return { fault: { pointer: '', expected: 'a readable file', found } }
  }
  try {
    return { digest, value: JSON.parse(text) as unknown }
  } catch (error) {
    const found =
      text.trim() === ''
        ? 'an empty file'
        : `text that is no JSON: ${messageOf(error as Error)}${lineOf(text, error as Error)}`
    return { fault: { pointer: '', expected: 'JSON', found } }
  }
}

/** V8's message in one line, without the place that Node.js 22 and later tell in it: `lineOf` tells it alike everywhere. */
function messageOf({ message }: Error): string {
  return message.replace(/\s+/g, ' ').replace(/ \(line \d+ column \d+\)$/, '')
}

/** Where JSON.parse stopped, as people count: V8 tells an offset or nothing, editors show lines. */
function lineOf(text: string, { message }: Error): string {
  const lines = text.slice(0, positionIn(message) ?? brokenAt(text)).split('\n')
  return ` (line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1})`
}

function positionIn(message: string): number | undefined {
  const position = /in JSON at position (\d+)/.exec(message)?.[1]
  return position === undefined ? undefined : Number(position)
}

/** The offset of the first character that can't stand where it stands: the longest start of the text that is merely cut off. */
function brokenAt(text: string): number {
  const isBroken = (start: string): boolean => {
    try {
      JSON.parse(start)
      return false
    } catch (error) {
      const { message } = error as Error
      return !message.startsWith('Unexpected end') && (positionIn(message) ?? 0) < start.length
    }
  }
  let [good, bad] = [0, text.length + 1]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (isBroken(text.slice(0, middle))) bad = middle
    else good = middle
  }
  return good
}

/** What a schema of one file can't say: unique slugs and ids, categories that exist, pictures that are there. */
function crossCheck(key: FixtureKey, raw: Record<FixtureKey, unknown>, images: ReadonlySet<string>): Fault[] {
  const list = raw[key]
  if (!Array.isArray(list)) return []
  const faults: Fault[] = []
  const seen = { slug: new Map<unknown, number>(), id: new Map<unknown, number>() }
  const categories = key === 'courses' ? slugsOf(raw.courses_categories) : undefined
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
    const image = at(entity, '/image')
    if (typeof image === 'string' && image !== '' && !images.has(image)) {
      faults.push(
        withNearest(
          {
            pointer: `/${position}/image`,
            expected: 'the name of a file in the images folder',
            found: describe(image),
          },
          image,
          images,
        ),
      )
    }
    const category = at(entity, '/category')
    if (categories && typeof category === 'string' && category !== '' && !categories.has(category)) {
      faults.push(
        withNearest(
          {
            pointer: `/${position}/category`,
            expected: 'the slug of a category in courses_categories.json',
            found: describe(category),
          },
          category,
          categories,
        ),
      )
    }
  })
  return faults
}

function slugsOf(list: unknown): Set<string> | undefined {
  if (!Array.isArray(list)) return undefined
  return new Set(list.map((entity) => at(entity, '/slug')).filter((slug) => typeof slug === 'string'))
}

function withNearest(fault: Fault, word: string, candidates: Iterable<string>): Fault {
  const [meant] = nearest(word, candidates, 1)
  return meant === undefined ? fault : { ...fault, nearest: meant }
}

/** One line for people: file, pointer, what was expected and found, and what was probably meant. */
function faultLine({ file, pointer, expected, found, nearest: meant }: FixtureFault): string {
  return `${file} ${pointer || '(whole file)'}: expected ${expected}, found ${found}${meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`}`
}

/** Builds the look-ups. Answers are made here once, so that the same object, and with it its prepared bytes, is sent each time. */
function index(homeData: HomeData, product: string): Omit<Content, 'version' | 'digest' | 'known'> {
  Object.freeze(homeData)
  const { courses, courses_categories, blogs, events, news } = homeData
  const coursesIn = groupBy(courses, (course) => course.category)
  const byCategory = new Map(
    courses_categories.map((category) => [category.slug, { courses: coursesIn.get(category.slug) ?? [], category }]),
  )
  const allCourses = { courses, category: null }
  const byType = groupBy(events, (event) => event.event_type)
  const flag = newsFlag(product)
  const byKind = groupBy(news, (item) => item[flag] === true)
  const bySlug = {
    courses: mapBy(courses, 'slug'),
    blogs: mapBy(blogs, 'slug'),
    events: mapBy(events, 'slug'),
    news: mapBy(news, 'slug'),
    courses_categories: mapBy(courses_categories, 'slug'),
  }
  const byId = { courses: mapBy(courses, 'id'), blogs: mapBy(blogs, 'id') }
  const noEvents: Event[] = []
  const noNews: NewsItem[] = []
  return {
    homeData: [homeData],
    blogs,
    coursesOf: (category) => (category === '' ? allCourses : byCategory.get(category)),
    eventsOf: (type) => byType.get(type) ?? noEvents,
    newsOf: (isOfProduct) => byKind.get(isOfProduct) ?? noNews,
    find: {
      courses: (slug) => bySlug.courses.get(slug),
      blogs: (slug) => bySlug.blogs.get(slug),
      events: (slug) => bySlug.events.get(slug),
      news: (slug) => bySlug.news.get(slug),
    },
    findById: { courses: (id) => byId.courses.get(id), blogs: (id) => byId.blogs.get(id) },
    nearestSlugs: (key, slug) => nearest(slug, bySlug[key].keys()),
  }
}

function mapBy<Entity extends object, Field extends keyof Entity>(list: Entity[], field: Field) {
  return new Map(
    list
      .filter((entity) => entity[field] !== undefined)
      .map((entity) => [entity[field] as NonNullable<Entity[Field]>, entity]),
  )
}

function groupBy<Entity, Key>(list: Entity[], keyOf: (entity: Entity) => Key): Map<Key, Entity[]> {
  const groups = new Map<Key, Entity[]>()
  for (const entity of list) {
    const key = keyOf(entity)
    const group = groups.get(key)
    if (group) group.push(entity)
    else groups.set(key, [entity])
  }
  return groups
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
