import { ReadableStream } from 'node:stream/web'
import type { JsonObject } from '#contract/json'
import { defaultProduct, type OperationName, operationNames } from '#contract/operations'
import { splitCredentials } from '../server/http-client/access'
import { baselineOf, entriesBeyond, markKnown } from './baseline'
import type { Request } from './caller'
import {
  readAddress,
  readCount,
  readImageBase,
  readOrigin,
  readProduct,
  refuseUnknown,
  UsageError,
} from './command-line/options'
import { type Comparison, type Content, contentOf, everyItem, readCounterpart } from './compare-content'
import { corsRules, unknownOrigin } from './cors'
import { curlLine } from './curl'
import { counts, isError, type Severities } from './findings'
import type * as types from './package/index'
import manifest from './package/package.json' with { type: 'json' }
import { type BaselineEntry, callsOf, type Drift, type OperationReport, type Report } from './report'
import { reportVersion } from './reports/report-schema'
import { differs } from './reports/words'
import { currentId, type RuleId, rules } from './rules'
import type { SessionOptions } from './session'
import { type PictureCheck, type Walk, walk } from './walk'

export type CheckOptions = types.CheckOptions

/** All options, so that a misspelt option is refused. An option that is a whole number has its minimum and, if any, its maximum. */
const bounds: Record<keyof CheckOptions, readonly number[]> = {
  url: [],
  product: [],
  imageBase: [],
  headers: [],
  strict: [],
  severities: [],
  only: [],
  skip: [],
  baseline: [],
  acceptAll: [],
  against: [],
  failFast: [],
  certificate: [],
  pictureHosts: [],
  concurrency: [1, 64],
  timeout: [1],
  rate: [1, 10_000],
  maxTime: [1],
  sample: [0],
  origin: [],
  calls: [],
}

/** Severities for an API that browsers call for pages of a known origin: what blocks them is an error. */
const corsErrors = Object.fromEntries(corsRules.filter((rule) => rule !== 'cors.vary').map((rule) => [rule, 'error']))

/** The default number of single items of each kind to request. */
const defaultSample = 10

/** An event of a check. The event with the report also has the content for `npm run record`. */
export type CheckEvent = types.CheckEvent<OperationName, RuleId> & {
  /** The home data in the contract's form, and the content of fixture files, made of the home data and each item's response. */
  read?: { home: JsonObject; content: Content } | undefined
}

/**
 * Checks an API. The last event is the report. Throws a UsageError for invalid options. `npm run record` gives `checkPictures`: the
 * check then asks for every item, and for complete pictures in place of their first bytes.
 */
export async function* check(options: CheckOptions, checkPictures?: PictureCheck): AsyncGenerator<CheckEvent, void> {
  const cancelled = new AbortController()
  // A caller that stops reading cancels the stream, and the check makes no more calls. Adding an event to a cancelled stream
  // throws, and the stream ignores that error.
  yield* new ReadableStream<CheckEvent>({
    start: async (controller) => {
      await runCheck(options, (event) => controller.enqueue(event), cancelled.signal, checkPictures)
      controller.close()
    },
    cancel: () => cancelled.abort(),
  })
}

/** Lists the calls of a check as curl lines. Calls only homeData, because all other calls depend on its items. */
export async function listCalls(options: CheckOptions): Promise<{ lines: string[]; unchecked?: string }> {
  const requests = new Set<Request>() // a retry passes the same request again
  const whyStop = (request: Request) => (requests.add(request).size > 1 ? 'calls are only listed' : undefined)
  const { home, unchecked, session } = await walk({ ...toSessionOptions(options), whyStop })
  if (!home) return { lines: [], unchecked: unchecked ?? 'homeData answered no content' }
  return { lines: Array.from(requests, (request) => session.redaction.text(curlLine(request))) }
}

async function runCheck(
  options: CheckOptions,
  emit: (event: CheckEvent) => void,
  cancelled: AbortSignal,
  checkPictures?: PictureCheck,
): Promise<void> {
  const { against, baseline = [], strict: isStrict = false, failFast, maxTime = Number.POSITIVE_INFINITY } = options
  const deadline = performance.now() + maxTime
  const whyEnded = () =>
    performance.now() > deadline ? 'stopped by --max-time' : cancelled.aborted ? 'stopped by the caller' : undefined
  const plain = { ...toSessionOptions(options), whyStop: whyEnded }
  const compare = against === undefined ? undefined : await readCounterpart(against, plain)
  const isFull = compare !== undefined || checkPictures !== undefined
  const watched: SessionOptions = {
    ...plain,
    ...(isFull && everyItem),
    // The wanted calls may be of any items.
    ...(options.calls && { sample: Number.POSITIVE_INFINITY }),
    // A recording is read by no browser.
    ...(checkPictures && { origin: undefined }),
    onPause: (seconds) => emit({ type: 'pause', seconds }),
    onProgress: (operations) => emit({ type: 'answer', operations }),
    whyStop: (_, drifts) => {
      const hasFailed = failFast && markKnown(drifts(), baseline).some((drift) => counts(drift, isStrict))
      return hasFailed ? 'stopped by --fail-fast' : whyEnded()
    },
  }
  const found = await walk(watched, checkPictures)
  const content = isFull ? contentOf(found) : undefined
  const hasCheckedAll = found.operations.every(({ reason }) => reason === undefined)
  // Compares only complete content, because parts that could not be read would seem to be missing.
  const comparison = compare && hasCheckedAll ? await compare(content) : {}
  const accepted = options.acceptAll && hasCheckedAll ? baselineOf(found.drifts, baseline) : baseline
  // A check of some operations, calls, items or rules may miss drift that the baseline has.
  const isComplete =
    hasCheckedAll && !options.calls && operationNames.every(plain.isChosen) && plain.sample >= defaultSample
  const mayBeGone = ({ rule }: BaselineEntry) => isComplete && plain.severities[rule as RuleId] !== 'off'
  const gone = entriesBeyond(accepted, found.drifts).filter(mayBeGone)
  const report = makeReport(found, markKnown(found.drifts, accepted), isStrict, gone, comparison)
  emit({ type: 'report', report, baseline: accepted, read: content && found.home && { home: found.home, content } })
}

/** Turns the findings of a check, and the difference to `--against` if there is one, into a report. */
function makeReport(
  { url, product, pictures, elapsed, session, ...found }: Walk,
  all: readonly Drift[],
  isStrict: boolean,
  gone: readonly BaselineEntry[],
  { difference, unchecked = found.unchecked }: Comparison,
): Report {
  const fails = (drift: Drift) => counts(drift, isStrict)
  const operations = session.findings.operations(all, fails)
  const warnings = all.filter((drift) => !isError(drift))
  const count = (status: OperationReport['status']) => operations.filter((entry) => entry.status === status).length
  const summary = {
    passed: count('passed'),
    drift: count('drift'),
    unchecked: count('unchecked'),
    warnings: warnings.filter(({ isKnown }) => !isKnown).length,
    known: all.filter(({ isKnown }) => isKnown).length,
    calls: callsOf(operations),
    pictures,
    elapsed,
  }
  // Reports drift even if another call got no response.
  const hasDrift = all.some(fails) || (difference !== undefined && differs(difference))
  const isUnchecked = unchecked !== undefined || summary.unchecked > 0
  const { deep, text } = session.redaction
  return {
    version: reportVersion,
    madeBy: `${manifest.name} ${manifest.version}`,
    madeAt: new Date().toISOString(),
    url: text(url),
    product,
    verdict: hasDrift ? 'drift' : isUnchecked ? 'unchecked' : 'holds',
    isStrict,
    summary,
    operations,
    drifts: all.filter(isError),
    warnings,
    ...(difference && { difference: deep(difference) }),
    ...(unchecked !== undefined && { unchecked: text(unchecked) }),
    ...(gone.length > 0 && { gone: [...gone] }),
  }
}

function toSessionOptions(options: CheckOptions) {
  refuseUnknown('there is no option', Object.keys(options), Object.keys(bounds))
  for (const [name, value] of Object.entries(options)) {
    const [min, max] = bounds[name as keyof CheckOptions]
    const isAll = name === 'sample' && value === Number.POSITIVE_INFINITY
    if (min !== undefined && value !== undefined && !isAll) readCount(String(value), name, min, max)
  }
  const { sample = defaultSample, concurrency = 6, timeout = 10_000, rate, certificate } = options
  const { pictureHosts = [] } = options
  const { address, headers } = splitCredentials(options.url)
  const base = readAddress(address, 'the address')
  return {
    base,
    headers: { ...headers, ...options.headers },
    sample,
    concurrency,
    timeout,
    rate,
    certificate,
    pictureHosts,
    calls: options.calls,
    product: readProduct(options.product ?? defaultProduct),
    imageBase: readImageBase(options.imageBase, base),
    origin: options.origin === undefined ? unknownOrigin : readOrigin(options.origin),
    ...readChoice(options),
  }
}

/** Splits `only` and `skip` into operations and rules. Rules that are not chosen are off. */
function readChoice(options: CheckOptions) {
  const [only = [], skip = []] = [options.only, options.skip].map((names) => names?.map(currentId))
  const named = Object.entries(options.severities ?? {}).map(([id, level]) => [currentId(id), level] as const)
  const severities = Object.fromEntries(named)
  const ids = Object.keys(rules)
  refuseUnknown('there is no operation or rule', [...only, ...skip], [...operationNames, ...ids])
  refuseUnknown('there is no rule', Object.keys(severities), ids)
  for (const [id, level] of Object.entries(severities)) {
    if (['error', 'warning', 'off'].includes(level)) continue
    throw new UsageError(`the severity of "${id}" is one of error, warning, off; found ${JSON.stringify(level)}`)
  }
  const chooseFrom = (names: readonly string[]) => {
    const chosen = only.filter((name) => names.includes(name))
    return (name: string) => !skip.includes(name) && (chosen.length === 0 || chosen.includes(name))
  }
  const isOn = chooseFrom(ids)
  const off = Object.fromEntries(ids.filter((id) => !isOn(id)).map((id) => [id, 'off']))
  // For a site with another API in between, such as UPSTREAM, browsers do not call the API. `origin` says that they do.
  const ofPages = options.origin === undefined ? {} : corsErrors
  const isNamed = chooseFrom(operationNames)
  const isChosen = (name: string) => isNamed(name) && (!options.calls || Object.hasOwn(options.calls, name))
  return { isChosen, severities: { ...ofPages, ...severities, ...off } as Severities }
}
