import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { ProblemError } from '../http/problem'
import { chooseEncoding } from '../http/representation'
import { otherBuilds } from './builds'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

const year = 365 * 24 * 60 * 60

/** A name that leads to no other folder. */
const isFileName = /^\w[\w.-]*$/

type ReadAsset = (name: string) => Buffer | undefined | Promise<Buffer | undefined>

/**
 * The built client's hashed files, from memory: read once at start, about 1 MB with their compressed forms. Those of the builds
 * beside it are read when they are asked for: a page that was opened before a rebuild still loads files of its own build.
 */
export function assets(app: FastifyInstance, distDir: string): void {
  const folder = join(distDir, 'client', 'assets')
  const files = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]))
  const readOwn: ReadAsset = (name) => files.get(name)
  const readOther: ReadAsset = async (name) => {
    for (const build of await otherBuilds(distDir)) {
      const body = await readFile(join(build, 'client', 'assets', name)).catch(() => undefined)
      if (body) return body
    }
    return undefined
  }
  app.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const { name } = request.params
    const read = files.has(name) ? readOwn : readOther
    const type = types[extname(name)]
    const body = type && isFileName.test(name) ? await read(name) : undefined
    if (!body || !type) throw new ProblemError(404, `There is no asset ${JSON.stringify(name.slice(0, 120))}.`)
    // The name changes with the content, so there is nothing to ask again.
    reply.type(type).header('cache-control', `public, max-age=${year}, immutable`)
    const [br, gzip] = [await read(`${name}.br`), await read(`${name}.gz`)]
    if (!br || !gzip) return reply.send(body)
    reply.header('vary', 'Accept-Encoding')
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    if (!encoding) return reply.send(body)
    return reply.header('content-encoding', encoding).send(encoding === 'br' ? br : gzip)
  })
}
