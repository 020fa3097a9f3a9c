import pLimit from 'p-limit'
import { at } from '#contract/faults'
import { isObject, type JsonObject } from '#contract/json'
import { type ListKey, newsFlag, operationNames, operations } from '#contract/operations'
import type { ServerOptions } from '../command-line/options'
import { entitiesOf, spread } from './answers'
import { droppedMarkup } from './bodies'
import { duplicates, unknownCategories } from './consistency'
import type { Drift, OperationReport } from './findings'
import { foreignPictures } from './images'
import { type Home, homeFromLists, listTasks, singleTasks, type Task } from './items'
import { formTasks, probeTasks } from './probes'
import { type Asked, createSession, type Session, type SessionOptions } from './session'

export type WalkOptions = ServerOptions &
  Pick<SessionOptions, 'isChosen' | 'severities' | 'whyStop' | 'onPlan'> & {
    /** The number of single items of each kind; Infinity for all of them. */
    sample: number
    /** The number for operations that also take an id; `sample` by default. */
    sampleById?: number
    /** Waits when the server limits calls, instead of skipping samples. */
    isPatient: boolean
    /** Checks the pictures of the home data and returns their number. */
    checkPictures?: (session: Session, home: JsonObject) => Promise<number>
    onItem?: (key: ListKey, listed: JsonObject, alone: JsonObject) => void
    onPause?: (seconds: number) => void
    onProgress?: (operations: () => OperationReport[]) => void
  }

/** The result of a walk. `unchecked` is the reason why nothing could be checked. */
export type Walk = {
  url: string
  product: string
  /** Milliseconds. */
  elapsed: number
  pictures: number
  operations: OperationReport[]
  drifts: Drift[]
  /** The home data in the contract's form, if there was any. */
  home: JsonObject | undefined
  unchecked?: string
  session: Session
}

/**
 * Checks a server against the contract with read-only calls. Reads the home data first, because all other calls use its items.
 */
export async function walk(options: WalkOptions): Promise<Walk> {
  const start = performance.now()
  const session = createSession({ ...options, onAnswer: () => options.onProgress?.(session.findings.operations) })
  const { findings } = session
  const end = (home?: JsonObject, unchecked?: string, pictures = 0): Walk => {
    if (unchecked !== undefined) for (const name of operationNames) findings.entry(name).reason ??= unchecked
    return {
      url: options.base,
      product: options.product,
      elapsed: Math.round(performance.now() - start),
      pictures,
      ...{ operations: findings.operations(), drifts: unchecked === undefined ? findings.drifts() : [] },
      home,
      ...(unchecked !== undefined && { unchecked }),
      session,
    }
  }

  const asked = await session.ask('homeData')
  if (!asked) return end(undefined, `homeData: ${findings.entry('homeData').reason}`)
  const first = Array.isArray(asked.data) && isObject(asked.data[0]) ? asked.data[0] : undefined
  const home = first ? listsOf(first) : await homeFromLists(session)
  if (!first && !resembles(session, asked, home)) {
    const hint = [401, 403].includes(asked.status) ? '; is a --header missing?' : ''
    const found = asked.findings[0]?.found ?? `status ${asked.status}`
    const { method, path } = operations.homeData
    const below = options.base.endsWith('/api') ? '; give the address without /api' : ''
    const call = `${method} ${options.base}${path}`
    return end(undefined, `${options.base} is not this API: ${call} answered ${found}${hint}${below}`)
  }
  const { path } = operations.homeData
  if (asked.url !== options.base + path) {
    findings
      .entry('homeData')
      .notes.add(`redirected to ${asked.url}: calls with a payload don't follow, give that address`)
  }
  if (first) checkHome(session, asked, first, home)

  const { sample, sampleById, onItem } = options
  await runTasks(options.concurrency, [
    ...listTasks(session, home, first ? spread(home.courses_categories, sample) : []),
    ...probeTasks(session, home),
    ...formTasks(session, home),
    ...singleTasks(session, home, { sample, onItem, ...(sampleById !== undefined && { sampleById }) }),
  ])
  if (first) asked.tell(foreignPictures(session, asked.body))
  const pictures = first && !session.isHanging() ? await options.checkPictures?.(session, first) : 0
  if (session.leftOut() > 0) {
    findings.entry('homeData').notes.add(`${session.leftOut()} samples left out: the server limits calls (429)`)
  }
  return end(first, undefined, pictures)
}

const emptyHome: Home = { courses: [], courses_categories: [], blogs: [], events: [], news: [] }

function listsOf(home: JsonObject): Home {
  return Object.fromEntries(Object.keys(emptyHome).map((key) => [key, entitiesOf(home[key])])) as Home // the same keys
}

/** True if the responses seem to come from this API: they have its envelope or one of its items. */
function resembles(session: Session, asked: Asked, home: Home): boolean {
  if (isObject(asked.body) && 'data' in asked.body) return true
  if (/"(?:slug|courses|blogs)"/.test(JSON.stringify(asked.body) ?? '')) return true
  if (Object.values(home).some((list) => list.length > 0)) return true
  return session.findings.operations().some(({ status }) => status === 'passed')
}

/** Checks unique slugs and ids, categories, and the markup of bodies in the home data. */
function checkHome(session: Session, asked: Asked, first: JsonObject, home: Home): void {
  const { imageBase } = session.options
  for (const { pointer, habit } of asked.findings) {
    const [, , , , , field] = pointer.split('/')
    const item = at(asked, pointer.split('/').slice(0, 5).join('/'))
    if (habit === undefined && field !== undefined && isObject(item)) session.noteBroken(item, [field])
  }
  for (const [key, list] of Object.entries(first)) {
    const pointer = `/data/0/${key}`
    if (key === 'goals' && isObject(list)) asked.tell(droppedMarkup(list, imageBase, pointer))
    if (!Array.isArray(list)) continue
    if (Object.hasOwn(emptyHome, key)) {
      const twice = duplicates(list, pointer)
      asked.tell(twice)
      // Ignores repeated slugs and ids, because a response may mean either item.
      const values = new Set(twice.map((finding) => at(asked, finding.pointer)))
      for (const item of entitiesOf(list))
        if (values.has(item.slug) || values.has(item.id))
          session.noteBroken(item, session.fieldsOf(key as keyof Home, item)) // a key of `emptyHome`
    }
    if (key === 'courses') asked.tell(unknownCategories(list, home.courses_categories, pointer))
    asked.tell(
      list.flatMap((item, index) => (isObject(item) ? droppedMarkup(item, imageBase, `${pointer}/${index}`) : [])),
    )
  }
  const flag = newsFlag(session.options.product)
  const other = home.news.length > 0 && home.news.every((item) => item[flag] === undefined) ? home.news[0] : undefined
  const meant = Object.keys(other ?? {}).find((field) => field.endsWith('_news'))
  if (meant) {
    const product = meant.slice(0, -'_news'.length)
    session.findings.entry('homeData').notes.add(`news items carry "${meant}": is --product ${product} meant?`)
  }
}

/**
 * Runs the tasks, at most `concurrency` at a time. The other tasks of an operation start after its first one has ended. So an
 * operation that hangs occupies one call only, and a rate limit costs samples only.
 */
async function runTasks(concurrency: number, tasks: readonly Task[]): Promise<void> {
  const limit = pLimit(concurrency)
  const groups = operationNames.map((name) => tasks.filter(({ operation }) => operation === name))
  const runGroup = async ([first, ...rest]: Task[]) => {
    if (first) await limit(first.run)
    await Promise.all(rest.map(({ run }) => limit(run)))
  }
  await Promise.all(groups.map(runGroup))
}
