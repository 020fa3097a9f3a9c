import { join } from 'node:path'
import { mime } from '@fastify/send'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { locales } from '#contract/locales'
import { asPartOfPage } from '../http/common-headers'
import { type Representation, serveAt, serveFile } from '../http/representation'
import { otherBuilds } from './build-folders'

// RFC 9239 names this type. The list of the library has the outdated `application/javascript`.
mime.define({ 'text/javascript': ['js'] }, true)

/** Matches file names that cannot lead to another folder. */
const isFileName = /^\w[\w.-]*$/

/**
 * Serves the icons and hashed files of the built client. Also serves hashed files of other builds, because a page that was opened
 * before a rebuild still loads its own files. Builds made after the start are unknown here, so nginx asks the other instance for
 * their files.
 */
export async function clientFiles(app: FastifyInstance, distDir: string): Promise<void> {
  await app.register(fastifyStatic, {
    serve: false,
    root: [distDir, ...(await otherBuilds(distDir))].map((build) => join(build, 'client')),
    preCompressed: true,
    acceptRanges: false,
    index: false,
    dotfiles: 'deny',
    setHeaders: (reply, path) => {
      // Keeps all headers of an SVG file, because browsers may open it as a document.
      if (!/\.svg(?:\.br|\.gz)?$/.test(path)) asPartOfPage(reply).removeHeader('content-security-policy')
    },
  })
  const kinds = {
    // Sends no ETag and no Last-Modified, because the name changes with the content.
    assets: { immutable: true, maxAge: '365d', etag: false, lastModified: false },
    icons: { maxAge: '1d' },
  }
  for (const [folder, options] of Object.entries(kinds)) {
    app.get<{ Params: { name: string } }>(`/${folder}/:name`, ({ params: { name } }, reply) =>
      isFileName.test(name) ? reply.sendFile(`${folder}/${name}`, options) : reply.callNotFound(),
    )
  }
}

/** Serves files whose names do not change with their content: the service worker, the web manifests and the app shell. */
export function offlineFiles(app: FastifyInstance, clientDir: string, hasWorker: boolean, shell: Representation): void {
  const worker = join(clientDir, hasWorker ? 'sw.js' : 'sw-off.js')
  serveFile(app, '/sw.js', worker, 'text/javascript; charset=utf-8')
  for (const locale of Object.keys(locales)) {
    const name = `manifest.${locale}.webmanifest`
    serveFile(app, `/${name}`, join(clientDir, name), 'application/manifest+json')
  }
  serveAt(app, '/shell.html', () => shell)
}
