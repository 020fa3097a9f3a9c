import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A port that is free now. It lies below the range from which systems choose ports, because a connection of another test could
 * get one of those before the server that this one is for listens.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000)
  const probe = createServer()
  const isFree = once(probe, 'listening').then(
    () => true,
    () => false,
  )
  probe.listen(port, '127.0.0.1')
  if (!(await isFree)) return freePort()
  probe.close()
  await once(probe, 'close')
  return port
}
