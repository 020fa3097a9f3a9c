import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defaultServerConditions, defineConfig, type Plugin, type Rolldown } from 'vite'
import { bootScripts } from './boot-scripts.ts'
import { target } from './browser-floor.ts'
import { developmentPages } from './development-pages.ts'
import { withSlashes } from './file-address.ts'
import { importMap } from './import-map.ts'
import { jsonErrors } from './json-errors.ts'
import { serverFiles } from './server-files.ts'
import { serviceWorker } from './service-worker.ts'
import { studioPage } from './studio-page.ts'
import { withoutTexts } from './without-texts.ts'

const root = withSlashes(resolve(import.meta.dirname, '../..'))
const client = resolve(root, 'client')

/** The address of the API in `npm run dev`. The API's server listens on `HOST` and `PORT` too. */
const apiAddress = `http://${apiHost(process.env.HOST)}:${process.env.PORT || 3000}`

/** The host by which this machine reaches a server that listens on `host`, which may be all addresses. */
function apiHost(host = ''): string {
  if (['', '0.0.0.0', '::'].includes(host)) return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

/** Returns a predicate for module ids. It is true if the id's path below `root` begins with one of `paths`. */
const isIn = (paths: string[]) => (id: string) => paths.some((path) => id.startsWith(`${root}/${path}`))

const pageModules = ['client/', 'content/', 'server/publish/', 'node_modules/react', 'node_modules/i18next/']

/** A pattern of the paths that `npm run dev` forwards to the API. */
const apiPaths = '^/(?:api/|images|health|openapi\\.json|(?:docs|__drift|__requests|__scenarios)(?:[/?]|$))'

export default defineConfig(({ isSsrBuild }) => ({
  root: resolve(client, 'app'),
  plugins: [
    react(),
    withoutTexts(),
    developmentPages(apiAddress),
    jsonErrors(),
    studioPage(),
    importMap(),
    compileHint(),
    compressed(),
    serviceWorker(),
    bootScripts(),
    serverFiles(),
  ],
  // Bundles the studio's packages at the start, because Vite reloads the page for packages that it finds later.
  optimizeDeps: { entries: ['index.html', '../../studio/app/Studio.tsx'] },
  server: {
    port: Number(process.env.CLIENT_PORT || 5173),
    strictPort: true,
    // Keeps the Host of a request, by which the API recognises pages of the same origin.
    proxy: { [apiPaths]: { target: apiAddress, changeOrigin: false } },
    // Pages of other origins on this machine may not read sources and files.
    cors: false,
  },
  build: isSsrBuild
    ? {
        target: 'node20',
        rolldownOptions: {
          input: { main: resolve(root, 'server/main.ts'), render: resolve(root, 'server/pages/render.ts') },
          // Minified code is a third of the size, so the server starts faster. Function names stay readable in logged stacks.
          output: {
            minify: { mangle: { keepNames: true }, compress: true, codegen: true },
            // Merges the renderer's thirty chunks into two, because the server would take longer to read and link thirty files.
            codeSplitting: {
              groups: [
                { name: 'contract', test: isIn(['contract/']), priority: 2 },
                { name: 'pages', test: isIn(pageModules), priority: 1 },
              ],
            },
          },
        },
      }
    : {
        target,
        // Inlines nothing. The content security policy allows no `data:` fonts, and a picture would be repeated in every chunk.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        // The server reads the manifest to find the files that a page needs.
        manifest: true,
        rolldownOptions: {
          // Drops React Router's warnings to developers, whose words are 2 kB of every visitor's script.
          treeshake: { manualPureFunctions: ['warning', 'warningOnce', 'warnOnce'] },
          output: {
            codeSplitting: {
              groups: [
                // Every page starts with two scripts instead of eight, which saves 3 kB with Brotli. The libraries are a script of
                // their own, which stays cached when only the site's code has changed.
                { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 2 },
                { name: 'site', tags: ['$initial'], priority: 1 },
                // These stay cached when the site's own code has changed.
                { name: 'swiper', test: /node_modules\/swiper\// },
                { name: 'hero', test: /hero-1\.svg/ },
              ],
            },
          },
        },
      },
  // Bundles the server's packages in their production form, because opening and linking some 700 small files took half of the
  // time to start. Excludes sharp, which is machine code, and packages that are never loaded.
  ...(isSsrBuild && {
    ssr: {
      noExternal: true as const,
      external: ['sharp', '@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request'],
      // Selects the build of React Router that allows tree shaking. Half of the package is a framework that the site does not
      // use.
      resolve: { conditions: ['module-sync', ...defaultServerConditions] },
    },
  }),
  define: {
    // The year in the footer. As a part of the build it is the same on the server and in the browser.
    'import.meta.env.BUILD_YEAR': new Date().getFullYear(),
    ...(isSsrBuild && { 'process.env.NODE_ENV': '"production"' }),
  },
  resolve: {
    alias: [
      { find: /^#(content|contract)\/(.*)$/, replacement: `${root}/$1/$2.ts` },
      // index.html links its styles by this name. In development a relative path would be resolved against the page's address.
      { find: /^#styles\//, replacement: `${resolve(client, 'styles')}/` },
    ],
  },
}))

/**
 * Makes Chrome 136 and later compile all functions of a script on another thread while it downloads. Otherwise each is compiled at
 * its first call, which delays the first tap. The hint must be the first line, and Vite adds a line above `output.postBanner`. See
 * https://v8.dev/blog/explicit-compile-hints.
 */
function compileHint(): Plugin {
  const prepend = (file: Rolldown.OutputBundle[string]) => {
    if (file.type === 'chunk') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
  }
  return {
    name: 'compile-hint',
    apply: (_, { isSsrBuild }) => !isSsrBuild,
    generateBundle: { order: 'post', handler: (_, bundle) => Object.values(bundle).forEach(prepend) },
  }
}

/** Writes a `.br` and a `.gz` copy of each compressible file, so that the server need not compress them. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    // Static hosts compress the files themselves.
    apply: (_, { isSsrBuild, mode }) => !isSsrBuild && mode !== 'static',
    writeBundle: ({ dir = '' }, bundle) => {
      for (const name of Object.keys(bundle).filter((name) => /^assets\/.*\.(?:js|css|svg|json)$/.test(name))) {
        const path = join(dir, name)
        const content = readFileSync(path)
        writeFileSync(`${path}.br`, brotliCompressSync(content))
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
      }
    },
  }
}
