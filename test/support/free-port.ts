import { randomInt } from 'node:crypto'
import { startHttpServer } from './http-server'

/**
 * A port that is free now. It lies below the range from which systems choose ports, because a connection of another test could
 * get one of those before the server that this one is for listens.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000)
  const probe = await startHttpServer(() => undefined, port).catch(() => undefined)
  await probe?.stop()
  return probe ? port : freePort()
}
