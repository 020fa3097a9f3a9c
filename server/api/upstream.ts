import { LRUCache } from 'lru-cache'
import { at, describe, type Fault } from '#contract/faults'
import { createHabitReader, type HabitUse } from '#contract/habits'
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
  /** Set of what hangs, when a call in the background asks again. */
  isRetried = false
  constructor(
    message: string,
    readonly isTimeout = false,
  ) {
    super(message)
  }
}

/** Failures remembered, at most. */
const mostFailures = 1_000

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
  /** The last failure of each operation, told once; what hangs may be one item, so that is remembered by call. */
  const failures = new LRUCache<string, UpstreamFailure>({ max: mostFailures })
  const told = new Set<string>()

  async function ask(name: OperationName, payload: unknown): Promise<object | undefined> {
    const { response, text } = await call(name, payload)
    if (response.status === 404 && asksForOne(payload)) return undefined
    if (response.status !== 200) throw new UpstreamFailure(refusal(response))
    const habits: Fault[] = []
    const note = ({ habit, pointer, expected, value }: HabitUse) =>
      habits.push({ pointer, expected, found: `${habit}: ${describe(value)}` })
    const data = createHabitReader({ product, tell: note })(name, readEnvelope(text))
    const faults = checks.get(name)?.(data) ?? []
    const type = response.headers.get('content-type')
    if (!/[/+]json\b/i.test(type ?? ''))
      tell(name, [{ pointer: '', expected: 'content-type application/json', found: describe(type) }])
    tell(name, [...habits, ...faults, ...strayFaults(name, payload, data)].map(inEnvelope))
    const outer = outerPlaces(name)
    const worst = faults.find(({ pointer }) => outer.test(pointer))
    if (worst) throw new UpstreamFailure(`answered what is beyond use: ${wordFault(inEnvelope(worst))}`)
    return data as object // an outer place that is no object is beyond use
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
    const isByCategory = name === 'coursesByCategory'
    const list = isByCategory ? at(data, '/courses') : data
    const items = Array.isArray(list) ? list : [list]
    const place = (index: number) => (isByCategory ? '/courses' : '') + (Array.isArray(list) ? `/${index}` : '')
    return Object.entries(payload ?? {}).flatMap(([key, asked]) => {
      if (!Object.hasOwn(properties, key) || asked === '') return []
      const field = isByCategory ? 'category' : key
      return items.flatMap((item, index) => {
        const found = at(item, `/${field}`)
        if (typeof item !== 'object' || item === null || found === asked) return []
        return [{ pointer: `${place(index)}/${field}`, expected: 'what was asked for', found: describe(found) }]
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

  const instead = (name: OperationName, payload: unknown, { message: reason }: UpstreamFailure): Answer => ({
    data: fallback(name, payload),
    by: 'fixtures',
    reason,
  })

  async function askOrFallBack(name: OperationName, payload: unknown, call: string): Promise<Answer> {
    try {
      const data = await ask(name, payload)
      const recovered = [name, call].filter((failed) => failures.delete(failed))
      if (recovered.length > 0) log.info({ operation: name }, `the upstream answers ${name} again`)
      return { data, by: 'upstream' }
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error
      const failed = error.isTimeout ? call : name
      if (failures.get(failed)?.message !== error.message) {
        log.warn({ operation: name, payload }, `${name} is answered from the fixtures: the upstream ${error.message}`)
      }
      failures.delete(call)
      failures.set(failed, error)
      return instead(name, payload, error)
    }
  }

  return async (name, payload) => {
    const call = `${name} ${JSON.stringify(payload ?? {})}`
    const hanging = failures.get(call)
    if (!hanging) return askOrFallBack(name, payload, call)
    // Nobody else waits for what hangs: a call in the background finds out when it answers again.
    if (!hanging.isRetried) void askOrFallBack(name, payload, call).catch(() => failures.delete(call))
    hanging.isRetried = true
    return instead(name, payload, hanging)
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
