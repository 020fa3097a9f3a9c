import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import fastify from 'fastify'

type FileServerOptions = {
  /** The path below which the files are served. */
  base?: string
  /** The file that answers a path that has no file and no extension, with the response's status. */
  fallback?: { file: string; status: number }
  headers?: Record<string, string>
}

/** Serves a folder's files on a free port, like a static host. `stop` cuts open connections. */
export async function startFileServer(root: string, { base = '/', fallback, headers = {} }: FileServerOptions = {}) {
  const page = fallback && (await readFile(join(root, fallback.file)))
  // Decodes these escapes here, because @fastify/static does not decode them in file names.
  const reserved = /%(?:24|26|2B|2C|3A|3B|3D|40)/gi
  const app = fastify({
    rewriteUrl: ({ url = '' }) => url.replace(reserved, decodeURIComponent),
    forceCloseConnections: true,
  })
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(headers)
    done()
  })
  app.setNotFoundHandler(({ url }, reply) => {
    if (!fallback || extname(new URL(url, 'http://host').pathname)) return reply.code(404).send()
    return reply.code(fallback.status).type('text/html').send(page)
  })
  await app.register(fastifyStatic, { root, prefix: base, redirect: true })
  return { address: await app.listen({ host: '127.0.0.1', port: 0 }), stop: () => app.close() }
}
