import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { locales } from '#contract/locales'
import type { Config } from '../config'
import { ProblemError } from '../http/problem'
import { type Representation, represent, sendRepresentation } from '../http/representation'

/**
 * What installing and offline support need at fixed addresses: the service worker, the web manifests and their icons, and the
 * bare page that the worker keeps, `shell`. All are asked for anew each time, as their names don't change with their content.
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

  const icons = new Map(
    readdirSync(join(clientDir, 'icons')).map((name) => [name, readFileSync(join(clientDir, 'icons', name))]),
  )
  app.get<{ Params: { name: string } }>('/icons/:name', async (request, reply) => {
    const icon = icons.get(request.params.name)
    if (!icon) throw new ProblemError(404, `There is no icon ${JSON.stringify(request.params.name.slice(0, 120))}.`)
    return reply.type('image/png').header('cache-control', 'public, max-age=86400').send(icon)
  })
}
