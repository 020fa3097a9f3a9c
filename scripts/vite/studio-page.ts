import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Plugin, ViteDevServer } from 'vite'
import { isFromOwnPage, notFramed } from '../../server/api/development/local-only.ts'
import { fileAddress } from './file-address.ts'

const root = resolve(import.meta.dirname, '../..')

/** Serves the studio at `/__studio` in `npm run dev`. No build includes it. */
export function studioPage(): Plugin {
  return {
    name: 'studio-page',
    apply: 'serve',
    // Closes the studio's routes, which removes their temporary files.
    buildEnd: async () => (await current?.app)?.close(),
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = request.url?.split('?', 1)[0] ?? ''
        // Vite also serves the studio's page below `/@fs`, so all responses but the site's pages have these headers.
        for (const [name, value] of Object.entries(notFramed)) response.setHeader(name, value)
        // Vite opens an editor for every page of the browser that asks for it.
        if (/^\/__open-in-editor/i.test(path) && !isFromOwnPage(request)) response.writeHead(403).end()
        else if (path.startsWith('/__studio/api/')) {
          studioOf(server).then((app) => app.routing(request, response), next)
        } else if (path === '/__studio' || path.startsWith('/__studio/')) {
          page(server, path).then((html) => {
            response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
          }, next)
        } else next()
      })
    },
  }
}

async function page(server: ViteDevServer, path: string): Promise<string> {
  const html = await readFile(resolve(root, 'studio/app/index.html'), 'utf8')
  const script = fileAddress(resolve(root, 'studio/app/Studio.tsx'))
  return server.transformIndexHtml(
    path,
    html.replace('./Studio.tsx', () => script),
  )
}

type Studio = typeof import('../../studio/server/app')
type ServerConfig = typeof import('../../server/config')

let current: { module: Studio; app: Promise<FastifyInstance> } | undefined

/** Returns the studio's routes, which are created again after an edit of their sources. */
async function studioOf(server: ViteDevServer): Promise<FastifyInstance> {
  const module = (await server.ssrLoadModule(resolve(root, 'studio/server/app.ts'))) as Studio
  if (module === current?.module) return current.app
  void current?.app.then((app) => app.close())
  const { readConfig } = (await server.ssrLoadModule(resolve(root, 'server/config.ts'))) as ServerConfig
  const { FIXTURES_DIR, IMAGES_DIR, PRODUCT } = process.env
  const app = module.buildStudio(readConfig({ FIXTURES_DIR, IMAGES_DIR, PRODUCT }))
  current = { module, app }
  return app
}
