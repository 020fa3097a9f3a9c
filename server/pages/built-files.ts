import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { mime } from '@fastify/send'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { ProblemError } from '../http/problem'
import { otherBuilds } from './builds'

// RFC 9239. The library's list has the outdated `application/javascript`.
mime.define({ 'text/javascript': ['js'] }, true)

/** Matches file names that cannot lead to another folder. */
const isFileName = /^\w[\w.-]*$/

/**
 * Serves the icons and hashed files of the built client. Also serves hashed files of other builds, because a page that was opened
 * before a rebuild still loads its own files.
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
    // No validators, because the name changes with the content.
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
