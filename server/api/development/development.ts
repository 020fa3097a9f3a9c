import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Store } from '../../content/store'

/**
 * The routes of `npm run dev`. `GET /__content` is a stream of server-sent events: one at once and one after each reload of the
 * fixtures, with the version of the content and whether newer fixtures are refused. `/` leads to the site, which Vite serves.
 */
export async function development(app: FastifyInstance, { store, siteUrl }: { store: Store; siteUrl: string }) {
  app.get('/', (_, reply) => reply.redirect(siteUrl))

  app.get('/__content', { logLevel: 'silent' }, (request, reply) => {
    const events = new Readable({ read: () => undefined })
    const tell = () => {
      const state: ContentState = { version: store.content().version, isRefused: store.rejection() !== undefined }
      events.push(`data: ${JSON.stringify(state)}\n\n`)
    }
    const stop = store.onReload(tell)
    request.raw.on('close', stop)
    tell()
    return reply.type('text/event-stream').send(events)
  })
}

/** The data of an event of `/__content`. */
export type ContentState = { version: number; isRefused: boolean }
