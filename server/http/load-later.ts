import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Loads modules a second after the server listens, so that they do not slow down the first responses. Logs an error. */
export function loadLater(app: FastifyInstance, load: () => Promise<unknown>): void {
  const start = async () => {
    await wait(1_000, undefined, { ref: false })
    await load().catch(({ message }: Error) => app.log.error(`a part of the server can't be loaded: ${message}`))
  }
  app.addHook('onListen', () => void start())
}
