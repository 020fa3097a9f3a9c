import pLimit from 'p-limit'
import { fieldsOfType, isKind, slugKinds } from '#contract/fields'
import { asList, isObject, type JsonObject } from '#contract/json'
import { newsFlag, operationNames, operations } from '#contract/operations'
import { at } from '#contract/violations'
import { droppedMarkup, lostLetters } from './bodies'
import { duplicates, unknownReferences } from './consistency'
import { corsTasks } from './cors'
import { checkImages, foreignPictures, itemsWithoutPicture } from './images'
import { type Home, homeFromLists, homeLists, listTasks, singleTasks, type Task } from './items'
import { formTasks, probeTasks } from './probes'
import { type Asked, createSession, type Session, type SessionOptions } from './session'

/** Checks the pictures of the home data and returns their number. */
export type PictureCheck = (session: Session, home: JsonObject) => Promise<number>

export type Walk = Awaited<ReturnType<typeof walk>>

/**
 * Checks a server against the contract with read-only calls. Reads the home data first, because all other calls use its items.
 * In the result, `home` is the home data in the contract's form, and `unchecked` is the reason if nothing could be checked.
 */
export async function walk(options: SessionOptions, checkPictures: PictureCheck = checkImages) {
  const { base: url, product } = options
  const start = performance.now()
  const session = createSession(options)
  const { findings } = session
  const end = (home?: JsonObject, reason?: string, pictures = 0) => {
    const unchecked = reason && session.redaction.text(reason)
    for (const name of operationNames) {
      const entry = findings.entryOf(name)
      if (unchecked !== undefined) entry.reason ??= unchecked
      if (options.calls?.[name] && entry.calls === 0)
        entry.reason ??= 'homeData has the items of the wanted calls no more'
    }
    const drifts = unchecked === undefined ? findings.drifts() : []
    const elapsed = Math.round(performance.now() - start)
    return { url, product, elapsed, pictures, operations: findings.operations(), drifts, home, unchecked, session }
  }

  const asked = await session.ask('homeData')
  if (!asked) return end(undefined, `homeData: ${findings.entryOf('homeData').reason}`)
  const first = Array.isArray(asked.data) && isObject(asked.data[0]) ? asked.data[0] : undefined
  const home = first ? homeLists(first) : await homeFromLists(session)
  const { method, path } = operations.homeData
  const hasContent = Object.values(home).some((list) => list.length > 0)
  if (!hasContent && !/"(?:data|slug|courses|blogs)":/.test(JSON.stringify(asked.body) ?? '')) {
    const hint = [401, 403].includes(asked.status) ? '; is a --header missing?' : ''
    const found = asked.findings[0]?.found ?? `status ${asked.status}`
    const below = url.endsWith('/api') ? '; give the address without /api' : ''
    return end(undefined, `${url} is not this API: ${method} ${url}${path} answered ${found}${hint}${below}`)
  }
  if (asked.url !== url + path) {
    // A slash at the end is of the framework, as Django's APPEND_SLASH, and no other address helps.
    const hint = asked.url.endsWith(path) ? 'give that address' : `the contract has the path ${path}`
    findings.entryOf('homeData').notes.add(`redirected to ${asked.url}: calls with a payload don't follow, ${hint}`)
  }
  if (first) checkHome(session, asked, first, home)

  await runTasks(options.concurrency, [
    ...listTasks(session, home, first ? options.sample : 0),
    ...probeTasks(session, home),
    ...formTasks(session, home),
    ...singleTasks(session, home),
    ...corsTasks(session, home),
  ])
  if (!first) return end()
  asked.tell(foreignPictures(session, asked.body))
  return end(first, undefined, await checkPictures(session, first))
}

/** Checks the home data for repeated slugs and ids, unknown categories, lost letters, and markup that pages drop. */
function checkHome(session: Session, asked: Asked, first: JsonObject, home: Home): void {
  const { imageBase, product } = session.options
  for (const { pointer, format } of asked.findings) {
    const [, , , kind = '', position, field] = pointer.split('/')
    if (format !== undefined || !isKind(kind)) continue
    const item = at(asked, pointer.split('/').slice(0, 5).join('/'))
    if (field !== undefined && isObject(item)) session.noteBroken(item, [field])
    const count = position === undefined ? Number.POSITIVE_INFINITY : field === undefined || field === 'slug' ? 1 : 0
    session.nameless.set(kind, (session.nameless.get(kind) ?? 0) + count)
  }
  for (const key of slugKinds) {
    const repeated = duplicates(asList(first[key]), `/data/0/${key}`)
    asked.tell(repeated)
    // Does not compare items with a repeated slug or id, because a response may mean either item.
    const values = new Set(repeated.map(({ pointer }) => at(asked, pointer)))
    for (const item of home[key])
      if (values.has(item.slug) || values.has(item.id)) session.noteBroken(item, session.fieldsOf(key, item))
  }
  asked.tell(unknownReferences(first, product, (kind) => session.nameless.get(kind) ?? 0))
  // A null was told already.
  const told = new Set(asked.findings.map(({ pointer }) => pointer))
  asked.tell(itemsWithoutPicture(first).filter(({ pointer }) => !told.has(pointer)))
  for (const [key, part] of Object.entries(first))
    for (const [index, item] of [part].flat().entries()) {
      const pointer = `/data/0/${key}${Array.isArray(part) ? `/${index}` : ''}`
      const html = isKind(key) ? fieldsOfType(key, 'html', product).map(({ name }) => name) : []
      if (isObject(item)) asked.tell([...lostLetters(item, pointer), ...droppedMarkup(item, html, imageBase, pointer)])
    }
  const [news = {}] = home.news
  const flag = Object.keys(news).find((field) => field.endsWith('_news'))
  if (flag !== undefined && news[newsFlag(product)] === undefined) {
    const note = `news items carry "${flag}": is --product ${flag.slice(0, -'_news'.length)} meant?`
    session.findings.entryOf('homeData').notes.add(note)
  }
}

/**
 * Runs the tasks, at most `concurrency` at a time. The other tasks of an operation start after its first task has ended. So an
 * operation that hangs occupies only one of the concurrent calls.
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
