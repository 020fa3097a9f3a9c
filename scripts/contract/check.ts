import type { JsonObject } from '#contract/json'
import { didYouMean } from '#contract/nearest'
import { defaultProduct, type OperationName, operationNames } from '#contract/operations'
import {
  readAddress,
  readCount,
  readImageBase,
  readProduct,
  type ServerOptions,
  UsageError,
} from '../command-line/options'
import { compareWith, readCounterpart, walkContent } from './against'
import { type Baseline, type BaselineEntry, baselineOf, markKnown } from './baseline'
import type { ClientCertificate, Request } from './caller'
import type { Content } from './content'
import { curlLine } from './curl'
import { type Drift, isError, type OperationReport, type Severities } from './findings'
import { checkImages } from './images'
import { makeReport, type Report } from './report'
import { isRule, type RuleId, rules } from './rules'
import type { Session } from './session'
import { type WalkOptions, walk } from './walk'

/** Options of a check; times are in milliseconds. */
export type CheckOptions = {
  url: string
  product?: string | undefined
  imageBase?: string | undefined
  /** Sent to the origin of `url` only. */
  headers?: Record<string, string> | undefined
  concurrency?: number | undefined
  timeout?: number | undefined
  /** The number of single items of each kind; Infinity for all. If set, the check waits when the server limits calls. */
  sample?: number | undefined
  strict?: boolean | undefined
  severities?: Severities | undefined
  /** Names of operations and ids of rules. */
  only?: readonly string[] | undefined
  skip?: readonly string[] | undefined
  baseline?: Baseline | undefined
  /** Accepts all drift, if the whole API could be checked. */
  acceptAll?: boolean | undefined
  /** An address or a folder of fixtures. */
  against?: string | undefined
  failFast?: boolean | undefined
  maxTime?: number | undefined
  /** Calls per second. */
  rate?: number | undefined
  certificate?: ClientCertificate | undefined
  /** Hosts that may have pictures besides the API's and that of `imageBase`. */
  pictureHosts?: readonly string[] | undefined
}

/** Every option, so that a misspelt one is not ignored. */
const optionNames = Object.keys({
  ...{ url: 0, product: 0, imageBase: 0, headers: 0, concurrency: 0, timeout: 0, sample: 0, strict: 0, severities: 0 },
  ...{ only: 0, skip: 0, baseline: 0, acceptAll: 0, against: 0, failFast: 0, maxTime: 0, rate: 0, certificate: 0 },
  pictureHosts: 0,
} satisfies Record<keyof CheckOptions, 0>)

/** The default number of single items of each kind to request. */
const defaultSample = 50

export type CheckEvent =
  | { type: 'answer'; operations: () => OperationReport[] }
  | { type: 'pause'; seconds: number }
  | { type: 'report'; report: Report; drifts: Drift[]; read: ReadContent | undefined }

/** The home data in the contract's form, and the content of the fixture files that it makes with the responses for each item. */
export type ReadContent = { home: JsonObject; content: Content }

/** Replaces the check of the pictures' first bytes, for `npm run record`. The check then also reads every item. */
type PictureCheck = NonNullable<WalkOptions['checkPictures']>

/** Checks an API. The last event is the report. Throws a UsageError for invalid options. */
export async function* check(options: CheckOptions, checkPictures?: PictureCheck): AsyncGenerator<CheckEvent, void> {
  const events: CheckEvent[] = []
  let wake = () => {}
  const emit = (event: CheckEvent) => {
    // Queues only one of consecutive answers, because listeners read the current progress.
    if (event.type !== 'answer' || events.at(-1)?.type !== 'answer') events.push(event)
    wake()
  }
  let failure: unknown
  let isOver = false
  const run = runCheck(options, emit, checkPictures)
    .catch((error: unknown) => {
      failure = error
    })
    .finally(() => {
      isOver = true
      wake()
    })
  for (;;) {
    const event = events.shift()
    if (event) yield event
    else if (isOver) break
    else
      await new Promise<void>((resolve) => {
        wake = resolve
      })
  }
  await run
  if (failure !== undefined) throw failure
}

/** Lists the calls of a check as curl lines. Only homeData is called, as all other calls follow from its items. */
export async function listCalls(options: CheckOptions): Promise<{ lines: string[]; unchecked?: string }> {
  const walkOptions = toWalkOptions(options)
  const requests: Request[] = []
  const found = await walk({ ...walkOptions, onPlan: (request) => void requests.push(request) })
  if (!found.home) return { lines: [], unchecked: found.unchecked ?? 'homeData answered no content' }
  const home = found.session.homeRequest()
  return { lines: [home, ...requests].map((request) => found.session.redaction.text(curlLine(request))) }
}

async function runCheck(
  options: CheckOptions,
  emit: (event: CheckEvent) => void,
  checkPictures?: PictureCheck,
): Promise<void> {
  const { baseline = [], strict: isStrict = false, failFast, maxTime } = options
  const walkOptions = toWalkOptions(options)
  const counterpart = options.against === undefined ? undefined : await readCounterpart(options.against, walkOptions)
  const deadline = maxTime === undefined ? Number.POSITIVE_INFINITY : performance.now() + maxTime
  const fails = (drift: Drift) => !drift.isKnown && (isStrict || isError(drift))
  const watched = {
    onPause: (seconds: number) => emit({ type: 'pause', seconds }),
    onProgress: (operations: () => OperationReport[]) => emit({ type: 'answer', operations }),
    whyStop: (drifts: () => Drift[]) => {
      if (performance.now() > deadline) return 'stopped by --max-time'
      const hasFailed = failFast && markKnown(drifts(), baseline).some(fails)
      return hasFailed ? 'stopped by --fail-fast' : undefined
    },
  }
  const { found, content } =
    counterpart || checkPictures
      ? await walkContent(walkOptions, {
          ...watched,
          checkPictures: checkPictures ?? ((session, home) => checkImages(session, home, Number.POSITIVE_INFINITY)),
        })
      : { found: await walk({ ...walkOptions, ...watched }), content: undefined }
  const difference = counterpart && found.unchecked === undefined ? await compareWith(counterpart, content) : undefined
  const isWhole = found.unchecked === undefined && found.operations.every(({ reason }) => reason === undefined)
  const accepted = options.acceptAll && isWhole ? baselineOf(found.drifts, baseline) : baseline
  const report = makeReport(found, { difference, isStrict, baseline: accepted, couldFind: couldFind(options) })
  const read = content && found.home && { home: found.home, content }
  emit({ type: 'report', report, drifts: found.drifts, read })
}

/** Tells of a baseline entry whether this check would have found its drift. A check of some operations or fewer items may not. */
function couldFind(options: CheckOptions): (entry: BaselineEntry) => boolean {
  const { isChosen, severities } = readChoice(options)
  const isWhole = operationNames.every(isChosen) && (options.sample ?? defaultSample) >= defaultSample
  return ({ rule }) => isWhole && severities[rule] !== 'off'
}

function toWalkOptions(options: CheckOptions): WalkOptions {
  for (const name of Object.keys(options)) {
    if (optionNames.includes(name)) continue
    throw new UsageError(`there is no option "${name}"${didYouMean(name, optionNames)}`)
  }
  const { sample, concurrency = 6, timeout = 10_000, rate, certificate, headers = {}, pictureHosts = [] } = options
  readCount(String(concurrency), 'concurrency', 1, 64)
  readCount(String(timeout), 'timeout', 1)
  if (rate !== undefined) readCount(String(rate), 'rate', 1, 10_000)
  if (options.maxTime !== undefined) readCount(String(options.maxTime), 'maxTime', 1)
  if (sample !== undefined && sample !== Number.POSITIVE_INFINITY) readCount(String(sample), 'sample', 0)
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
    isPatient: sample !== undefined || options.against !== undefined,
    ...(hasPictures && {
      checkPictures: (session: Session, home: JsonObject) => checkImages(session, home, 4 * (sample ?? defaultSample)),
    }),
  }
}

/** Splits `only` and `skip` into operations and rules. Rules that are not chosen are off. */
function readChoice({ only = [], skip = [], severities = {} }: CheckOptions) {
  const isOperation = (name: string): name is OperationName => operationNames.some((known) => known === name)
  for (const name of [...only, ...skip, ...Object.keys(severities)]) {
    if (isOperation(name) || isRule(name)) continue
    const hint = didYouMean(name, [...operationNames, ...Object.keys(rules)])
    throw new UsageError(`there is no operation or rule "${name}"${hint}`)
  }
  const chosen = only.filter(isOperation)
  const onlyRules = only.filter(isRule)
  const ruleIds = Object.keys(rules) as RuleId[] // made of exactly these
  const off = ruleIds.filter((id) => skip.includes(id) || (onlyRules.length > 0 && !onlyRules.includes(id)))
  return {
    isChosen: (name: OperationName) => !skip.includes(name) && (chosen.length === 0 || chosen.includes(name)),
    severities: { ...severities, ...Object.fromEntries(off.map((id) => [id, 'off' as const])) },
  }
}
