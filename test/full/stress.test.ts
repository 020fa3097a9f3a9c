import { expect, onTestFinished, test } from 'vitest'
import { startBuiltServer } from '../support/built-server'
import { type LoadOptions, load } from '../support/load'
import { openIdle } from '../support/slow-clients'

const { STRESS_SECONDS = '20', STRESS_CONNECTIONS = '200' } = process.env
const [seconds, connections] = [Number(STRESS_SECONDS), Number(STRESS_CONNECTIONS)]

/** Loads a server in a separate process; every answer must be correct. */
async function loadServer(options: Omit<LoadOptions, 'port'>, idle = 0): Promise<void> {
  const server = await startBuiltServer()
  onTestFinished(async () => void (await server.stop()))
  const end = await openIdle(server.port, idle)
  onTestFinished(end)
  const { answered, errors, p95 } = await load({ port: server.port, ...options })
  if (process.env.FIGURES) console.info(`${answered} answers, p95 ${p95.toFixed(1)} ms`)
  expect([...new Set(errors)]).toStrictEqual([])
  expect(answered).toBeGreaterThan(0)
  end()
  expect(await server.stop()).toBe(0)
}

test(
  `${connections} connections for ${seconds} s: every answer is correct and complete`,
  {
    timeout: 1_200_000 + seconds * 1_000,
  },
  () => loadServer({ connections, signal: AbortSignal.timeout(seconds * 1_000) }),
)

test('500 idle connections beside 100 requests a second: every answer is correct and complete', () =>
  loadServer({ connections: 20, perSecond: 100, signal: AbortSignal.timeout(8_000) }, 500))
