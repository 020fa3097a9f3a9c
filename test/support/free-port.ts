import { randomInt } from 'node:crypto'
import { startHttpServer } from './http-server'

/**
 * Finds a free port below the range from which systems choose ports. A port in that range could be given to a connection of another
 * test before the server listens on it.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000)
  const probe = await startHttpServer(() => undefined, port).catch(() => undefined)
  await probe?.stop()
  return probe ? port : freePort()
}
