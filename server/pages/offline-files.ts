import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { locales } from '#contract/locales'
import type { Config } from '../config'
import { type Representation, represent, sendRepresentation } from '../http/representation'

/**
 * Serves the service worker, the web manifests and the app shell that the worker stores. Browsers revalidate them each time, because
 * their names do not change with their content.
 */
export function offlineFiles(
  app: FastifyInstance,
  clientDir: string,
  { hasServiceWorker }: Config,
  shell: Representation,
): void {
  const worker = hasServiceWorker ? 'sw.js' : 'sw-off.js'
  const files = {
    '/sw.js': represent(readFileSync(join(clientDir, worker), 'utf8'), 'text/javascript; charset=utf-8'),
    '/shell.html': shell,
    ...Object.fromEntries(
      Object.keys(locales).map((locale) => {
        const name = `manifest.${locale}.webmanifest`
        return [`/${name}`, represent(readFileSync(join(clientDir, name), 'utf8'), 'application/manifest+json')]
      }),
    ),
  }
  for (const [path, file] of Object.entries(files)) {
    app.get(path, async (request, reply) => {
      reply.header('cache-control', 'no-cache').header('x-robots-tag', 'noindex')
      return sendRepresentation(request, reply, file)
    })
  }
}
