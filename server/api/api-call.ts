import type { FastifyBaseLogger } from 'fastify'
import type { TSchema } from 'typebox'
import { at, describe, type Fault } from '#contract/faults'
import { createHabitReader, type HabitUse, isUsable } from '#contract/habits'
import { isObject } from '#contract/json'
import { asksForOne, type OperationName, operationNames, operations } from '#contract/operations'
import { createCheck, createSchemas } from '#contract/schemas'
import { ContentError, noAnswer } from './content-source'

export type ApiCallOptions = {
  /** Address of the API without `/api`. */
  address: string
  product: string
  log: Pick<FastifyBaseLogger, 'warn'>
  /** The maximum number of bytes that are read from a response. */
  mostBytes?: number
}

/** The default of `mostBytes`: 64 MiB. The home data with 10,000 items takes 48 MB. */
const defaultMostBytes = 64 * 2 ** 20

/**
 * Returns a function that calls an operation of a remote API. It converts the formats of back ends, checks the response against
 * the contract, and logs each kind of violation once. It rejects with a ContentError if a response is unusable.
 */
export function createApiCall({ address, product, log, mostBytes = defaultMostBytes }: ApiCallOptions) {
  const { answers, payloads } = createSchemas(product)
  const checks = new Map(operationNames.map((name) => [name, createCheck(answers[name])]))
  const told = new Set<string>()

  /** Returns the response's data (undefined if there is no such item) and the length of its text. */
  return async (name: OperationName, given: unknown, signal: AbortSignal) => {
    const payload = knownFields(payloads[name], given)
    const { response, text } = await request(name, payload, signal)
    const { length } = text
    if (response.status === 404 && asksForOne(payload)) return { data: undefined, length }
    const { status, headers } = response
    const location = headers.get('location')
    if (status !== 200) throw new ContentError(`answered ${status}${location ? `, a redirect to ${location}` : ''}`)
    const habits: Fault[] = []
    const note = ({ habit, pointer, expected, value }: HabitUse) =>
      habits.push({ pointer, expected, found: `${habit}: ${describe(value)}` })
    const data = createHabitReader({ product, tell: note })(name, readEnvelope(text))
    const faults = checks.get(name)?.(data) ?? []
    const type = headers.get('content-type')
    if (!/[/+]json\b/i.test(type ?? ''))
      logViolations(name, [{ pointer: '', expected: 'content-type application/json', found: describe(type) }])
    logViolations(name, [...habits, ...faults, ...strayFaults(name, payload, data)].map(inEnvelope))
    if (isUsable(name, data)) return { data: data as object, length }
    const [worst = { pointer: '', expected: 'an object with fields', found: describe(data) }] = faults
    throw new ContentError(`answered what is beyond use: ${wordFault(inEnvelope(worst))}`)
  }

  async function request(name: OperationName, payload: object, signal: AbortSignal) {
    const { method, path } = operations[name]
    try {
      const response = await fetch(address + path, {
        method,
        signal,
        // Refuses redirects, because `fetch` may follow a redirected POST with a GET.
        redirect: 'manual',
        headers: { accept: 'application/json', ...(method === 'POST' && { 'content-type': 'application/json' }) },
        ...(method === 'POST' && { body: JSON.stringify(payload) }),
      })
      return { response, text: await readText(response) }
    } catch (error) {
      if (signal.aborted) throw new ContentError(noAnswer, 'timeout')
      if (error instanceof RangeError) throw new ContentError(error.message)
      const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
      throw new ContentError(`can't be reached: ${code ?? message}`, 'unreachable')
    }
  }

  /** Reads a response. Closes the connection after `mostBytes`, so that an endless response cannot fill the memory. */
  async function readText({ body }: Response): Promise<string> {
    const chunks: Uint8Array[] = []
    let size = 0
    // An error in the loop cancels the stream.
    for await (const chunk of body ?? []) {
      size += chunk.length
      if (size > mostBytes) throw new RangeError(`answered with more than ${mostBytes} bytes`)
      chunks.push(chunk)
    }
    return new TextDecoder().decode(Buffer.concat(chunks))
  }

  /** Finds items that do not match the payload, for example with another slug. A schema cannot check this. */
  function strayFaults(name: OperationName, payload: object, data: unknown): Fault[] {
    const root = name === 'coursesByCategory' ? '/courses' : ''
    const list = at(data, root)
    const places = Array.isArray(list) ? list.map((_, index) => `${root}/${index}`) : [root]
    return Object.entries(payload).flatMap(([key, asked]) =>
      places.flatMap((place) => {
        const pointer = `${place}/${root ? 'category' : key}`
        const found = at(data, pointer)
        if (asked === '' || found === asked || !isObject(at(data, place))) return []
        return [{ pointer, expected: 'what was asked for', found: describe(found) }]
      }),
    )
  }

  /** Logs each kind of violation once. A kind is an operation, a pointer without list positions, and a type of value. */
  function logViolations(name: OperationName, faults: Fault[]): void {
    for (const fault of faults) {
      const { pointer, found } = fault
      const kind = `${name} ${pointer.replace(/\/\d+(?=\/|$)/g, '/*')} ${found.replace(/[\d"].*/s, '')}`
      if (told.has(kind)) continue
      told.add(kind)
      log.warn({ operation: name, ...fault }, `the API drifts from the contract: ${name} ${wordFault(fault)}`)
    }
  }
}

/** Returns only those fields of the payload that the schema names. */
function knownFields(schema: TSchema | undefined, payload: unknown): object {
  const { properties = {} } = (schema ?? {}) as { properties?: object }
  return Object.fromEntries(Object.entries(payload ?? {}).filter(([field]) => Object.hasOwn(properties, field)))
}

function readEnvelope(text: string): unknown {
  try {
    return (JSON.parse(text) as { data?: unknown } | null)?.data
  } catch {
    throw new ContentError('answered text that is no JSON')
  }
}

/** Changes a fault's pointer so that it begins at the whole response and not at its `data`. */
function inEnvelope(fault: Fault): Fault {
  return { ...fault, pointer: `/data${fault.pointer}` }
}

function wordFault({ pointer, expected, found }: Fault): string {
  return `${pointer}: expected ${expected}, found ${found}`
}
