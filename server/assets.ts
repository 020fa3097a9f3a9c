import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { FastLane } from './fast-lane'
import { chooseEncoding } from './prepared'
import { ProblemError } from './problem'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

const year = 365 * 24 * 60 * 60

/**
 * The built client's hashed files, from memory: read once at start, about 1 MB with their compressed forms. So a build under a
 * running server takes nothing from the pages that it has made, whose files would be gone from the disk.
 */
export function assets(app: FastifyInstance, folder: string, lane: FastLane): void {
  const files = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]))
  app.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const { name } = request.params
    const body = files.get(name)
    const type = types[extname(name)]
    if (!body || !type) throw new ProblemError(404, `There is no asset ${JSON.stringify(name.slice(0, 120))}.`)
    // Not under queries, which anybody may make up.
    if (request.url === `/assets/${name}`) lane.keep(request, { names: ['accept-encoding'] })
    // The name changes with the content, so there is nothing to ask again.
    reply.type(type).header('cache-control', `public, max-age=${year}, immutable`)
    const [br, gzip] = [files.get(`${name}.br`), files.get(`${name}.gz`)]
    if (!br || !gzip) return reply.send(body)
    reply.header('vary', 'Accept-Encoding')
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    if (!encoding) return reply.send(body)
    return reply.header('content-encoding', encoding).send(encoding === 'br' ? br : gzip)
  })
}
