import { Readable } from 'node:stream'
import fp from 'fastify-plugin'
import type { SiteSettings } from '#contract/entities'
import type { Store } from '../../content/store'

/**
 * The routes of `npm run dev`. `GET /__content` is a stream of server-sent events: one at once and one after each reload of the
 * fixtures, with the version of the content, whether newer fixtures are refused, and the settings of the site. `/` leads to the site,
 * which Vite serves.
 */
export const development = fp(async (app, { store, siteUrl }: { store: Store; siteUrl: string }) => {
  app.addHook('onRequest', async (request) => {
    const { [renderedPage]: page } = request.headers
    // The log tells the calls of a page that Vite renders from those of a browser.
    if (page !== undefined) request.log = request.log.child({ page })
  })

  app.get('/', (_, reply) => reply.redirect(siteUrl))

  const streams = new Set<Readable>()
  app.addHook('preClose', async () => {
    for (const events of streams) events.push(null)
  })

  app.get('/__content', { logLevel: 'silent' }, (request, reply) => {
    const events = new Readable({ read: () => undefined })
    const tell = () => {
      const { version, site } = store.content()
      const state: ContentState = { version, isRefused: store.rejection() !== undefined, site }
      events.push(`data: ${JSON.stringify(state)}\n\n`)
    }
    const stop = store.onReload(tell)
    streams.add(events)
    request.raw.on('close', () => {
      stop()
      streams.delete(events)
    })
    tell()
    return reply.type('text/event-stream').send(events)
  })
})

/** The header in which Vite names the page that it renders, with each call for it. */
export const renderedPage = 'x-rendered-page'

/** The data of an event of `/__content`. */
export type ContentState = { version: number; isRefused: boolean; site: SiteSettings }
