import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import fastify from 'fastify'
import { runShell } from '../scripts/run-script'
import { smallPictures } from '../site/start-site'

/** The base path of each static export, by the word for it in the project's name. */
const bases = { export: '/', 'export-below-demo': '/demo/' }

/** The export that the journeys of each language use. */
export const exportNames = { en: 'export', ar: 'export-below-demo' } as const

/** The base path of a project's export; undefined for a project with the site's own server. */
export function exportOf(project: string): string | undefined {
  return Object.entries(bases).find(([name]) => project.split(' ').includes(name))?.[1]
}

/** Exports the site once for each base and serves only the files. Their addresses are in `EXPORTS`. */
export async function startExports(): Promise<{ stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'ugarit-exports-'))
  const imagesDir = await smallPictures()
  const hosts: { close: () => Promise<void> }[] = []
  const addresses: Record<string, string> = {}
  for (const base of Object.values(bases)) {
    const out = join(folder, base === '/' ? 'root' : 'below')
    const { code, stderr } = await runShell(`npm run -s export -- --out ${out} --base ${base}`, {
      IMAGES_DIR: imagesDir,
      CACHE_DIR: join(folder, 'cache'),
    })
    if (code !== 0) throw new Error(stderr)
    const host = await startFileServer(out, base)
    addresses[base] = host.address
    hosts.push(host)
  }
  process.env.EXPORTS = JSON.stringify(addresses)
  return {
    stop: async () => {
      for (const host of hosts) await host.close()
      for (const path of [folder, imagesDir]) await rm(path, { recursive: true })
    },
  }
}

/** A plain file server with an error page, and with the policy for hosts that read `_headers`. */
export async function startFileServer(root: string, base: string) {
  const [, policy = ''] = /content-security-policy: (.*)/.exec(await readFile(join(root, '_headers'), 'utf8')) ?? []
  const missing = await readFile(join(root, '404.html'))
  // @fastify/static does not decode these in file names.
  const reserved = /%(?:24|26|2B|2C|3A|3B|3D|40)/gi
  const app = fastify({ rewriteUrl: ({ url = '' }) => url.replace(reserved, decodeURIComponent) })
  app.addHook('onRequest', (_, reply, done) => {
    reply.header('content-security-policy', policy)
    done()
  })
  app.setNotFoundHandler((_, reply) => reply.code(404).type('text/html').send(missing))
  await app.register(fastifyStatic, { root, prefix: base, redirect: true })
  return { address: await app.listen({ host: '127.0.0.1', port: 0 }), close: () => app.close() }
}
