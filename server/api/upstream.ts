import { LRUCache } from 'lru-cache'
import { describe, type Fault } from '#contract/faults'
import { asksForOne, type OperationName, operationNames, operations } from '#contract/operations'
import { createCheck, createSchemas } from '#contract/schemas'
import { readText } from '../http/read-text'

/** An operation's data and where it comes from; `undefined` for what isn't there. `reason` says why it isn't the upstream's. */
export type Answer = { data: object | undefined; by: 'upstream' | 'fixtures'; reason?: string }

/** Answers an operation from the real API, or from the fixtures when that fails; never rejects for what the upstream does. */
export type Upstream = (name: OperationName, payload: unknown) => Promise<Answer>

export type UpstreamOptions = {
  /** Address of the real API without `/api`. */
  address: string
  product: string
  /** What the fixtures answer, when the upstream does not. */
  fallback: (name: OperationName, payload: unknown) => object | undefined
  log: { info: (fields: object, text: string) => void; warn: (fields: object, text: string) => void }
  /** How long the upstream may take for a call, body included, in milliseconds. */
  timeout?: number
  /** How many bytes of an answer are read at most. */
  mostBytes?: number
}

/** Of another API's answer, in bytes: more than the home data of 10,000 items, which is 48 MB (measured). */
export const mostBytes = 64 * 2 ** 20

/** Why the upstream's answer can't be used; the message is the reason that callers are told. */
class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure'
  constructor(
    message: string,
    readonly isTimeout = false,
  ) {
    super(message)
  }
}

/** Answers remembered, at most, so that an unchanged one is neither checked nor made into bytes again; and their characters. */
const mostRemembered = 200
const mostRememberedText = 64 * 2 ** 20

/** Calls that hang and are remembered, at most. */
const mostHanging = 1_000

/** Pass-through: each answer of the real API is checked against the contract as it passes, and drift is logged once per kind. */
export function createUpstream({
  address,
  product,
  fallback,
  log,
  timeout = 8_000,
  mostBytes: most = mostBytes,
}: UpstreamOptions): Upstream {
  const { answers, payloads } = createSchemas(product)
  const checks = new Map(operationNames.map((name) => [name, createCheck(answers[name])]))
  const remembered = new LRUCache<string, { text: string; data: object }>({
    max: mostRemembered,
    maxSize: mostRememberedText,
    sizeCalculation: ({ text }) => text.length,
  })
  /** Failures of operations, told once each; but what hangs may be one item, so that is noted by call. */
  const failing = new Map<OperationName, string>()
  const hanging = new LRUCache<string, UpstreamFailure>({ max: mostHanging })
  const probed = new Set<string>()
  const told = new Set<string>()

  const keyOf = (name: OperationName, payload: unknown) => `${name} ${JSON.stringify(payload ?? {})}`

  async function ask(name: OperationName, payload: unknown): Promise<object | undefined> {
    const { response, text } = await call(name, payload)
    if (response.status === 404 && asksForOne(payload)) return undefined
    if (response.status !== 200) throw new UpstreamFailure(refusal(response))
    const key = keyOf(name, payload)
    const known = remembered.get(key)
    if (known?.text === text) return known.data
    const data = readEnvelope(text)
    const faults = checks.get(name)?.(data) ?? []
    const type = response.headers.get('content-type')
    if (!/[/+]json\b/i.test(type ?? ''))
      tell(name, [{ pointer: '', expected: 'content-type application/json', found: describe(type) }])
    tell(name, [...faults, ...strayFaults(name, payload, data)].map(inEnvelope))
    const outer = outerPlaces(name)
    const worst = faults.find(({ pointer }) => outer.test(pointer))
    if (worst) throw new UpstreamFailure(`answered what is beyond use: ${wordFault(inEnvelope(worst))}`)
    remembered.set(key, { text, data: data as object }) // an outer place that is no object is beyond use
    return data as object
  }

  async function call(name: OperationName, payload: unknown): Promise<{ response: Response; text: string }> {
    const { method, path } = operations[name]
    const signal = AbortSignal.timeout(timeout)
    try {
      const response = await fetch(address + path, {
        method,
        signal,
        // A POST that follows a redirect becomes a GET; the address is what has to change.
        redirect: 'manual',
        headers: { accept: 'application/json', ...(method === 'POST' && { 'content-type': 'application/json' }) },
        ...(method === 'POST' && { body: JSON.stringify(payload ?? {}) }),
      })
      return { response, text: await readText(response, most) }
    } catch (error) {
      if (signal.aborted) throw new UpstreamFailure(`gave no answer within ${timeout} ms`, true)
      if (error instanceof RangeError) throw new UpstreamFailure(error.message)
      const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
      throw new UpstreamFailure(`can't be reached: ${code ?? message}`)
    }
  }

  /** What a schema of the answer can't say: that it is what was asked for. */
  function strayFaults(name: OperationName, payload: unknown, data: unknown): Fault[] {
    const { properties = {} } = (payloads[name] ?? {}) as { properties?: object }
    const asked = Object.entries((payload ?? {}) as object).filter(
      ([field, value]) => Object.hasOwn(properties, field) && value !== '',
    )
    const isByCategory = name === 'coursesByCategory'
    const list = isByCategory ? (data as { courses?: unknown } | null)?.courses : data
    const items: [string, unknown][] = Array.isArray(list)
      ? list.map((item, index) => [`${isByCategory ? '/courses' : ''}/${index}`, item])
      : [['', list]]
    return asked.flatMap(([key, value]) => {
      const field = isByCategory ? 'category' : key
      return items.flatMap(([pointer, item]) => {
        if (typeof item !== 'object' || item === null) return []
        const found = (item as Record<string, unknown>)[field]
        return found === value
          ? []
          : [{ pointer: `${pointer}/${field}`, expected: 'what was asked for', found: describe(found) }]
      })
    })
  }

  /** Logs each kind of drift once: operation, place without list positions, and the type found there. */
  function tell(name: OperationName, faults: Fault[]): void {
    for (const fault of faults) {
      const kindOf = ({ pointer, found }: Fault) =>
        `${name} ${pointer.replace(/\/\d+(?=\/|$)/g, '/*')} ${found.replace(/[\d"].*/s, '')}`
      const kind = kindOf(fault)
      if (told.has(kind)) continue
      told.add(kind)
      const places = faults.filter((other) => kindOf(other) === kind).length
      log.warn(
        { operation: name, ...fault, places },
        `the upstream drifts from the contract: ${name} ${wordFault(fault)}`,
      )
    }
  }

  async function askAndNote(name: OperationName, payload: unknown): Promise<object | undefined> {
    const key = keyOf(name, payload)
    try {
      const data = await ask(name, payload)
      const wasHanging = hanging.delete(key)
      if (failing.delete(name) || wasHanging) log.info({ operation: name }, `the upstream answers ${name} again`)
      return data
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error
      const { message, isTimeout } = error
      const isKnown = isTimeout ? hanging.has(key) : failing.get(name) === message
      if (!isKnown)
        log.warn({ operation: name, payload }, `${name} is answered from the fixtures: the upstream ${message}`)
      if (isTimeout) hanging.set(key, error)
      else {
        hanging.delete(key)
        failing.set(name, message)
      }
      throw error
    }
  }

  return async (name, payload) => {
    const key = keyOf(name, payload)
    const before = hanging.get(key)
    if (before) {
      // Nobody else waits for what hangs: a call in the background finds out when it answers again.
      if (!probed.has(key)) {
        probed.add(key)
        void askAndNote(name, payload)
          .catch(() => undefined)
          .finally(() => probed.delete(key))
      }
      return { data: fallback(name, payload), by: 'fixtures', reason: before.message }
    }
    try {
      return { data: await askAndNote(name, payload), by: 'upstream' }
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error
      return { data: fallback(name, payload), by: 'fixtures', reason: error.message }
    }
  }
}

/** The places of an answer without which nothing can be shown: the containers, and what is no object in a list of them. */
function outerPlaces(name: OperationName): RegExp {
  if (name === 'homeData') return /^(?:\/\d+(?:\/\w+(?:\/\d+)?)?)?$/
  if (name === 'coursesByCategory') return /^(?:\/courses(?:\/\d+)?)?$/
  return /^(?:\/\d+)?$/
}

/** The response headers that say where an answer comes from. */
export function originHeaders({ by, reason }: Answer): Record<string, string> {
  // Header values are ASCII; a reason may quote what the upstream sent.
  const because = reason?.replace(/[^ -~]+/g, '?').slice(0, 300)
  return { 'x-answered-by': by, ...(because && { 'x-answered-because': `the upstream ${because}` }) }
}

function refusal({ status, headers }: Response): string {
  const location = headers.get('location')
  return location ? `answered ${status}, a redirect to ${location}` : `answered ${status}`
}

function readEnvelope(text: string): unknown {
  try {
    return (JSON.parse(text) as { data?: unknown } | null)?.data
  } catch {
    throw new UpstreamFailure('answered text that is no JSON')
  }
}

/** A fault of the data as a fault of the whole answer. */
function inEnvelope(fault: Fault): Fault {
  return { ...fault, pointer: `/data${fault.pointer}` }
}

function wordFault({ pointer, expected, found }: Fault): string {
  return `${pointer}: expected ${expected}, found ${found}`
}
