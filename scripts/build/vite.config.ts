import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defaultServerConditions, defineConfig, type Plugin } from 'vite'
import { serviceWorker } from './build-service-worker.ts'
import { cardFiles } from './card-files.ts'
import { developmentPages } from './development-pages.ts'
import { subsetFonts } from './subset-fonts.ts'

const root = resolve(import.meta.dirname, '../..')
const client = resolve(root, 'client')

/** The API's address under `npm run dev`: its server reads the same variable. */
const apiAddress = `http://127.0.0.1:${process.env.PORT || 3000}`

export default defineConfig(({ isSsrBuild }) => ({
  root: resolve(client, 'app'),
  plugins: [
    react(),
    subsetFonts(),
    developmentPages(apiAddress),
    compressed(),
    serviceWorker(),
    serverFiles(),
    cardFiles(),
  ],
  server: {
    port: Number(process.env.CLIENT_PORT || 5173),
    strictPort: true,
    proxy: Object.fromEntries(
      ['^/api/', '/images', '/health', '/openapi.json', '^/docs(?:[/?]|$)', '^/__requests(?:[/?]|$)'].map((path) => [
        path,
        apiAddress,
      ]),
    ),
  },
  build: isSsrBuild
    ? {
        target: 'node20',
        // The server, and the bundle that it renders pages with.
        rolldownOptions: {
          input: {
            main: resolve(root, 'server/main.ts'),
            render: resolve(root, 'server/pages/render.ts'),
          },
          // Minifying leaves a third of the code to parse at each start. Function names stay for the stack traces in the log.
          output: {
            minify: { mangle: { keepNames: true }, compress: true, codegen: true },
            // One file for page rendering instead of thirty that Node would have to find, read and link.
            codeSplitting: {
              groups: [
                {
                  name: 'contract',
                  test: (id) => id.startsWith(`${root}/contract/`) || id.startsWith(`${root}/markup/`),
                  priority: 2,
                },
                {
                  name: 'pages',
                  test: (id) =>
                    id.startsWith(`${client}/`) ||
                    id.startsWith(`${resolve(root, 'publish')}/`) ||
                    /\/node_modules\/(?:react|react-dom|react-router|react-router-dom|i18next)\//.test(id),
                  priority: 1,
                },
              ],
            },
          },
        },
      }
    : {
        target: 'es2022',
        // The content security policy forbids data: URLs for fonts, and pictures are better cached than repeated in every chunk.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        // The server reads the manifest to know which files a page needs.
        manifest: true,
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                // The code that every page starts with, in two files instead of eight: 3 kB less with brotli, and the libraries
                // stay cached when only the site's own code has changed.
                { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 2 },
                { name: 'site', tags: ['$initial'], priority: 1 },
              ],
            },
          },
        },
      },
  // The server bundles its packages in their production form: opening and linking some 700 small files took half of its start. The
  // picture library (machine code) and packages that are never loaded stay outside.
  ...(isSsrBuild && {
    ssr: {
      noExternal: true as const,
      external: ['sharp', '@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request'],
      // Picks the router's tree-shakable build: half of the router is a framework that is not used here.
      resolve: { conditions: ['module-sync', ...defaultServerConditions] },
    },
    define: { 'process.env.NODE_ENV': '"production"' },
  }),
  resolve: {
    alias: [
      { find: /^#(contract|markup)\/(.*)$/, replacement: `${root}/$1/$2.ts` },
      // index.html imports styles: in development a relative path would resolve against the page's address.
      { find: /^#styles\//, replacement: `${resolve(client, 'styles')}/` },
    ],
  },
}))

/** Writes `.br` and `.gz` beside compressible files, so that the server never compresses a file twice. */
function compressed(): Plugin {
  const brotli = promisify(brotliCompress)
  const zip = promisify(gzip)
  return {
    name: 'compressed',
    // Hosts of static exports compress files themselves.
    apply: (_, { isSsrBuild, mode }) => !isSsrBuild && mode !== 'static',
    writeBundle: async ({ dir = '' }) => {
      const assets = join(dir, 'assets')
      const names = (await readdir(assets)).filter((name) => /\.(?:js|css|svg|json)$/.test(name))
      await Promise.all(
        names.map(async (name) => {
          const path = join(assets, name)
          const content = await readFile(path)
          await Promise.all([
            writeFile(`${path}.br`, await brotli(content)),
            writeFile(`${path}.gz`, await zip(content, { level: 9 })),
          ])
        }),
      )
    },
  }
}

/** Puts the files that the server serves unchanged (the docs page's script and style) beside its bundle. */
function serverFiles(): Plugin {
  return {
    name: 'server-files',
    apply: (_, { isSsrBuild }) => isSsrBuild === true,
    writeBundle: async ({ dir = '' }) =>
      cp(resolve(root, 'server/api/public'), join(dir, 'public'), { recursive: true }),
  }
}
