import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { mime } from '@fastify/send'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { ProblemError } from '../http/problem'
import { otherBuilds } from './builds'

// RFC 9239; the library's list has the former type.
mime.define({ 'text/javascript': ['js'] }, true)

/** Such a name leads to no other folder. */
const isFileName = /^\w[\w.-]*$/

/**
 * The built client's icons and its hashed files, these also from the builds beside it: a page that was opened before a rebuild still
 * loads the files of its own build.
 */
export async function builtFiles(app: FastifyInstance, distDir: string): Promise<void> {
  await app.register(fastifyStatic, {
    serve: false,
    preCompressed: true,
    acceptRanges: false,
    index: false,
    dotfiles: 'deny',
  })

  app.get<{ Params: { name: string } }>('/assets/:name', async ({ params: { name } }, reply) => {
    const folder = isFileName.test(name) ? await folderOf(name) : undefined
    if (!folder) throw new ProblemError(404, `There is no asset ${JSON.stringify(name.slice(0, 120))}.`)
    // The name changes with the content, so there is nothing to ask again.
    return reply.sendFile(name, folder, { immutable: true, maxAge: '365d', etag: false, lastModified: false })
  })

  app.get<{ Params: { name: string } }>('/icons/:name', async ({ params: { name } }, reply) => {
    if (!isFileName.test(name)) throw new ProblemError(404, `There is no icon ${JSON.stringify(name.slice(0, 120))}.`)
    return reply.sendFile(name, join(distDir, 'client/icons'), { maxAge: '1d' })
  })

  async function folderOf(name: string): Promise<string | undefined> {
    const own = assetsOf(distDir)
    if (existsSync(join(own, name))) return own
    return (await otherBuilds(distDir)).map(assetsOf).find((folder) => existsSync(join(folder, name)))
  }
}

const assetsOf = (build: string) => join(build, 'client/assets')
