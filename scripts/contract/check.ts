import { ReadableStream } from 'node:stream/web'
import type { JsonObject } from '#contract/json'
import { didYouMean } from '#contract/nearest'
import { defaultProduct, type OperationName, operationNames } from '#contract/operations'
import { readAddress, readCount, readImageBase, readProduct, UsageError } from '../command-line/options'
import { compareWith, readCounterpart, walkContent } from './against'
import { baselineOf, markKnown } from './baseline'
import type { Request } from './caller'
import type { Content } from './content'
import { curlLine } from './curl'
import { counts, type Severities } from './findings'
import { checkImages } from './images'
import type * as types from './package/index'
import { type BaselineEntry, makeReport } from './report'
import { isRule, type RuleId, rules } from './rules'
import type { ServerOptions, Session } from './session'
import { type WalkOptions, walk } from './walk'

export type CheckOptions = types.CheckOptions

/** Every option, so that a misspelt one is not ignored. */
const optionNames = Object.keys({
  ...{ url: 0, product: 0, imageBase: 0, headers: 0, concurrency: 0, timeout: 0, sample: 0, strict: 0, severities: 0 },
  ...{ only: 0, skip: 0, baseline: 0, acceptAll: 0, against: 0, failFast: 0, maxTime: 0, rate: 0, certificate: 0 },
  pictureHosts: 0,
} satisfies Record<keyof CheckOptions, 0>)

/** The least and the greatest value of each option that is a whole number. */
const bounds = { concurrency: [1, 64], timeout: [1], rate: [1, 10_000], maxTime: [1], sample: [0] } as const

/** The default number of single items of each kind to request. */
const defaultSample = 50

/** An event of the library. The report comes with the content for `npm run record`. */
export type CheckEvent = types.CheckEvent<OperationName, RuleId> & { read?: ReadContent | undefined }

/** The home data in the contract's form, and the content of the fixture files that it makes with the responses for each item. */
type ReadContent = { home: JsonObject; content: Content }

/** Replaces the check of the pictures' first bytes, for `npm run record`. The check then also reads every item. */
type PictureCheck = NonNullable<WalkOptions['checkPictures']>

/** Checks an API. The last event is the report. Throws a UsageError for invalid options. */
export async function* check(options: CheckOptions, checkPictures?: PictureCheck): AsyncGenerator<CheckEvent, void> {
  let isCancelled = false
  // A caller that stops reading cancels the stream, and the check makes no more calls. The stream ignores the error of an event that
  // comes after its end.
  yield* new ReadableStream<CheckEvent>({
    start: async (controller) => {
      const whyCancelled = () => (isCancelled ? 'stopped by the caller' : undefined)
      await runCheck(options, (event) => controller.enqueue(event), whyCancelled, checkPictures)
      controller.close()
    },
    cancel: () => {
      isCancelled = true
    },
  })
}

/** Lists the calls of a check as curl lines. Only homeData is called, as all other calls follow from its items. */
export async function listCalls(options: CheckOptions): Promise<{ lines: string[]; unchecked?: string }> {
  const requests: Request[] = []
  const { home, unchecked, session } = await walk({ ...toWalkOptions(options), onPlan: (one) => requests.push(one) })
  if (!home) return { lines: [], unchecked: unchecked ?? 'homeData answered no content' }
  const all = [session.homeRequest(), ...requests]
  return { lines: all.map((request) => session.redaction.text(curlLine(request))) }
}

async function runCheck(
  options: CheckOptions,
  emit: (event: CheckEvent) => void,
  whyCancelled: () => string | undefined,
  checkPictures?: PictureCheck,
): Promise<void> {
  const { baseline = [], strict: isStrict = false, failFast, maxTime = Number.POSITIVE_INFINITY } = options
  const walkOptions: WalkOptions = { ...toWalkOptions(options), whyStop: whyCancelled }
  const counterpart = options.against === undefined ? undefined : await readCounterpart(options.against, walkOptions)
  const deadline = performance.now() + maxTime
  const watched: WalkOptions = {
    ...walkOptions,
    onPause: (seconds) => emit({ type: 'pause', seconds }),
    onProgress: (operations) => emit({ type: 'answer', operations }),
    whyStop: (drifts) => {
      if (whyCancelled() !== undefined) return whyCancelled()
      if (performance.now() > deadline) return 'stopped by --max-time'
      const hasFailed = failFast && markKnown(drifts(), baseline).some((drift) => counts(drift, isStrict))
      return hasFailed ? 'stopped by --fail-fast' : undefined
    },
  }
  const checkAll: PictureCheck = (session, home) => checkImages(session, home, Number.POSITIVE_INFINITY)
  const { found, content } =
    counterpart || checkPictures
      ? await walkContent(watched, { checkPictures: checkPictures ?? checkAll })
      : { found: await walk(watched), content: undefined }
  const difference = counterpart && found.unchecked === undefined ? await compareWith(counterpart, content) : undefined
  const isWhole = found.unchecked === undefined && found.operations.every(({ reason }) => reason === undefined)
  const accepted = options.acceptAll && isWhole ? baselineOf(found.drifts, baseline) : baseline
  const report = makeReport(found, { difference, isStrict, baseline: accepted, couldFind: couldFind(options) })
  const read = content && found.home && { home: found.home, content }
  emit({ type: 'report', report, drifts: found.drifts, read })
}

/** Returns false for baseline entries whose drift this check may miss, because it checks only some operations, items or rules. */
function couldFind(options: CheckOptions): (entry: BaselineEntry) => boolean {
  const { isChosen, severities } = readChoice(options)
  const isWhole = operationNames.every(isChosen) && (options.sample ?? defaultSample) >= defaultSample
  return ({ rule }) => isWhole && severities[rule as RuleId] !== 'off'
}

function toWalkOptions(options: CheckOptions): WalkOptions {
  for (const name of Object.keys(options)) {
    if (optionNames.includes(name)) continue
    throw new UsageError(`there is no option "${name}"${didYouMean(name, optionNames)}`)
  }
  for (const name of Object.keys(bounds) as (keyof typeof bounds)[]) {
    const value = options[name]
    const [least, most] = bounds[name]
    const isAll = name === 'sample' && value === Number.POSITIVE_INFINITY
    if (value !== undefined && !isAll) readCount(String(value), name, least, most)
  }
  const { sample, concurrency = 6, timeout = 10_000, rate, certificate, headers = {}, pictureHosts = [] } = options
  const base = readAddress(options.url, 'the address')
  const server: ServerOptions = {
    base,
    product: readProduct(options.product ?? defaultProduct),
    imageBase: readImageBase(options.imageBase, base),
    ...{ headers, concurrency, timeout, rate, certificate, pictureHosts },
  }
  const choice = readChoice(options)
  const pictureRules = ['picture.missing', 'picture.size'] as const
  const hasPictures = choice.isChosen('homeData') && pictureRules.some((rule) => choice.severities[rule] !== 'off')
  return {
    ...server,
    ...choice,
    sample: sample ?? defaultSample,
    ...(hasPictures && {
      checkPictures: (session: Session, home: JsonObject) => checkImages(session, home, 4 * (sample ?? defaultSample)),
    }),
  }
}

/** Splits `only` and `skip` into operations and rules. Rules that are not chosen are off. */
function readChoice({ only = [], skip = [], severities = {} }: CheckOptions) {
  const isOperation = (name: string): name is OperationName => operationNames.some((known) => known === name)
  for (const name of [...only, ...skip]) {
    if (isOperation(name) || isRule(name)) continue
    const hint = didYouMean(name, [...operationNames, ...Object.keys(rules)])
    throw new UsageError(`there is no operation or rule "${name}"${hint}`)
  }
  for (const [name, level] of Object.entries(severities)) {
    if (!isRule(name)) throw new UsageError(`there is no rule "${name}"${didYouMean(name, Object.keys(rules))}`)
    if (['error', 'warning', 'off'].includes(level)) continue
    throw new UsageError(`the severity of "${name}" is one of error, warning, off; found ${JSON.stringify(level)}`)
  }
  const chosen = only.filter(isOperation)
  const onlyRules = only.filter(isRule)
  const off = Object.keys(rules).filter(
    (id) => skip.includes(id) || (onlyRules.length > 0 && !onlyRules.some((rule) => rule === id)),
  )
  return {
    isChosen: (name: OperationName) => !skip.includes(name) && (chosen.length === 0 || chosen.includes(name)),
    severities: { ...severities, ...Object.fromEntries(off.map((id) => [id, 'off'])) } as Severities,
  }
}
