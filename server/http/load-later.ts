import type { FastifyInstance } from 'fastify'

/** How long after listening, in milliseconds: the first answers come first. */
const delay = 1_000

/**
 * Loads what the start doesn't need a moment after it, before somebody has to wait for it. A failure is told by whoever needs it.
 */
export function loadLater(app: FastifyInstance, load: () => Promise<unknown>): void {
  let timer: NodeJS.Timeout | undefined
  app.addHook('onListen', () => {
    timer = setTimeout(() => void load().catch(() => undefined), delay)
    timer.unref()
  })
  app.addHook('onClose', async () => clearTimeout(timer))
}
