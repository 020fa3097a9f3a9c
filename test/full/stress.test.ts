import { expect, onTestFinished, test } from 'vitest'
import { startBuiltServer } from '../support/built-server'
import { dial } from '../support/dial'
import { load } from '../support/load'

const { STRESS_SECONDS = '20', STRESS_CONNECTIONS = '200' } = process.env

test.each([
  [Number(STRESS_CONNECTIONS), Number(STRESS_SECONDS), 0],
  [2, 8, 500],
])(
  '%i connections for %i s beside %i idle ones: every answer is right and whole',
  { timeout: 1_200_000 + Number(STRESS_SECONDS) * 1_000 },
  async (connections, seconds, idle) => {
    // Runs the server as a separate process, because loading it takes much of this process's time.
    const server = await startBuiltServer()
    onTestFinished(async () => void (await server.stop()))
    const sockets = await Promise.all(Array.from({ length: idle }, async () => (await dial(server.port)).socket))
    const signal = AbortSignal.timeout(seconds * 1_000)
    const { answered, errors, p95 } = await load({ port: server.port, connections, signal })
    if (process.env.FIGURES) console.info(`${answered} answers, p95 ${p95.toFixed(1)} ms`)
    expect([...new Set(errors)]).toStrictEqual([])
    expect(answered).toBeGreaterThan(0)
    for (const socket of sockets) socket.destroy()
    expect(await server.stop()).toBe(0)
  },
)
