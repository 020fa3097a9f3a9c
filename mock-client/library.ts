import { operations } from '#contract/operations'
import { type Violation, violationInWords } from '#contract/violations'
import type * as library from './package/index'

/** The client of the fixture server as a library. `package/index.d.ts` has its types. */

export const useScenario: typeof library.useScenario = async (scenario, options = {}) => {
  // CI sets a variable without a value to an empty text.
  const { site = process.env.SITE || 'http://localhost:3000', now, page, token } = options
  const key = crypto.randomUUID()
  const isDefined = typeof scenario === 'object' && !Array.isArray(scenario)
  const names = isDefined ? key : [scenario].flat().join()
  const headers = {
    'x-scenario': names,
    'x-scenario-key': key,
    ...(now !== undefined && { 'x-scenario-now': textOf(now) }),
  }
  const control = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const canControl = await requireScenarios(site, control)
  if (isDefined) await send(site, `/__scenarios/${key}`, { method: 'PUT', body: scenario, headers: control })
  // Rejects for a name, a change or a time that cannot be used, which would otherwise fail at the first call.
  if (canControl) await send(site, '/__scenarios/now', { method: 'GET', headers: { ...control, ...headers } })
  await page?.setExtraHTTPHeaders(headers)
  const world: library.World = {
    site,
    key,
    headers,
    fetch: (path, init) =>
      fetch(new URL(path, site), {
        ...init,
        headers: { ...Object.fromEntries(new Headers(init?.headers)), ...headers },
      }),
    call: async (operation, ...[payload]) => {
      const { method, path } = operations[operation]
      const answer = await send(site, path, { method, headers, ...(method === 'POST' && { body: payload ?? {} }) })
      const { data } = (await answer.json()) as { data: never }
      return data
    },
    end: async () => {
      const owned = ['/__requests', '/__scenarios/state'].map((path) => `${path}?key=${key}`)
      for (const path of [...owned, ...(isDefined ? [`/__scenarios/${key}`] : [])])
        await send(site, path, { method: 'DELETE', headers: control })
    },
  }
  controls.set(world, control)
  return world
}

export const expectCalls: typeof library.expectCalls = async (world, calls, expectation = {}) => {
  const body = { key: world.key, calls, ...expectation }
  await send(world.site, '/__requests/verify', { method: 'POST', body, headers: controls.get(world) ?? {} })
}

export const releaseCalls: typeof library.releaseCalls = async (world, calls = {}, { within = 5_000 } = {}) => {
  const body = { key: world.key, ...calls, within }
  const headers = controls.get(world) ?? {}
  const answer = await send(world.site, '/__requests/release', { method: 'POST', body, headers })
  const { released } = (await answer.json()) as { released: number }
  return released
}

function textOf(time: string | Date): string {
  return time instanceof Date && !Number.isNaN(time.getTime()) ? time.toISOString() : String(time)
}

/**
 * Rejects if `site` is no address, does not answer, or answers without scenarios, because its real content would pass for a scenario's.
 * Resolves to false if it lets this program choose scenarios, but not control them.
 */
async function requireScenarios(site: string, headers: Record<string, string>): Promise<boolean> {
  if (!/^https?:\/\//i.test(site) || !URL.canParse(site))
    throw new Error(`${JSON.stringify(site)} is no address of a site, such as http://localhost:3000`)
  const answer = await fetch(new URL('/__scenarios', site), { headers, redirect: 'manual' }).catch((error: Error) => {
    throw new Error(`${site} does not answer: start the fixture server, or name its address by SITE`, { cause: error })
  })
  if (answer.status === 401 || answer.status === 403) return false
  if (!answer.ok || !answer.headers.get('content-type')?.includes('json'))
    throw new Error(`${site} has no scenarios: start the server with SCENARIOS=yes, or "ugarit-site serve --scenarios"`)
  return true
}

/** The headers that allow to control the server, apart from those of the world, which a browser sends to other hosts too. */
const controls = new WeakMap<library.World, Record<string, string>>()

type Problem = { detail?: string; errors?: Violation[] }

/** Sends a request. Throws the detail and the violations of the problem document if its status is an error. */
async function send(
  site: string,
  path: string,
  { body, headers, ...init }: { method: string; body?: unknown; headers: Record<string, string> },
): Promise<Response> {
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const text = body === undefined ? {} : { body: JSON.stringify(body) }
  const answer = await fetch(new URL(path, site), { ...init, ...text, headers: { ...headers, ...type } })
  if (answer.ok) return answer
  const problem = (await answer.json().catch(() => ({}))) as Problem
  const { detail = `${path} answered ${answer.status}`, errors = [] } = problem
  const violations = errors
    .filter(({ pointer }) => !detail.includes(pointer))
    .map((violation) => violationInWords(violation, '/'))
  throw new Error([detail, ...violations].join('\n'))
}
