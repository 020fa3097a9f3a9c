import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mime } from '@fastify/send'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { SiteSettings } from '#contract/entities'
import { type Locale, locales } from '#contract/locales'
import { asPartOfPage } from '../http/common-headers'
import { type Representation, represent, serveAt } from '../http/representation'
import { otherBuilds } from './build-folders'
import { siteScript } from './template'
import { webManifest } from './web-manifest'

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
  // Search engines, feed readers and Safari before 26 look here, because the icon of the pages is an SVG file.
  app.get('/favicon.ico', (_, reply) => reply.sendFile('favicon.ico', { maxAge: '1d' }))
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

export type OfflineFiles = {
  clientDir: string
  hasWorker: boolean
  product: string
  /** The current settings of the site, from which the files are made. */
  site: () => SiteSettings
  shell: () => Representation
}

/** Serves files whose names do not change with their content: the service worker, the web manifests and the app shell. */
export function offlineFiles(app: FastifyInstance, { clientDir, hasWorker, product, site, shell }: OfflineFiles): void {
  const read = (name: string) => readFileSync(join(clientDir, name), 'utf8')
  const made = (type: string, make: (site: SiteSettings) => string) => {
    let last: { site: SiteSettings; representation: Representation } | undefined
    return () => {
      const current = site()
      if (last?.site !== current) last = { site: current, representation: represent(make(current), type) }
      return last.representation
    }
  }
  const worker = read(hasWorker ? 'sw.js' : 'sw-off.js')
  // The digest makes browsers install the worker again after a change of the settings, so that it caches the new app shell.
  const withDigest = (current: SiteSettings) =>
    `${worker}\n// ${createHash('sha256').update(siteScript(current)).digest('base64url').slice(0, 12)}\n`
  serveAt(app, '/sw.js', made('text/javascript; charset=utf-8', withDigest))
  for (const locale of Object.keys(locales) as Locale[]) {
    const name = `manifest.${locale}.webmanifest`
    const built = read(name)
    serveAt(
      app,
      `/${name}`,
      made('application/manifest+json', (current) => webManifest(built, current, locale, product)),
    )
  }
  serveAt(app, '/shell.html', shell)
}
