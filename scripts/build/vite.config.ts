import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defaultServerConditions, defineConfig, type Plugin } from 'vite'
import { serviceWorker } from './build-service-worker.ts'
import { cardFiles } from './card-files.ts'
import { developmentPages } from './development-pages.ts'
import { studioPage } from './studio-page.ts'
import { subsetFonts } from './subset-fonts.ts'

const root = resolve(import.meta.dirname, '../..')
const client = resolve(root, 'client')

/** Where `npm run dev` has the API: its server reads the same variable. */
const apiAddress = `http://127.0.0.1:${process.env.PORT || 3000}`

export default defineConfig(({ isSsrBuild }) => ({
  root: resolve(client, 'app'),
  plugins: [
    react(),
    subsetFonts(),
    developmentPages(apiAddress),
    studioPage(),
    compressed(),
    serviceWorker(),
    serverFiles(),
    cardFiles(),
  ],
  // Bundles the studio's packages at the start: those found later would reload its page.
  optimizeDeps: { entries: ['index.html', '../../studio/app/main.ts'] },
  server: {
    port: Number(process.env.CLIENT_PORT || 5173),
    strictPort: true,
    proxy: Object.fromEntries(
      [
        '^/api/',
        '/images',
        '/health',
        '/openapi.json',
        '^/docs(?:[/?]|$)',
        '^/__requests(?:[/?]|$)',
        '^/__scenarios(?:[/?]|$)',
      ].map((path) => [path, apiAddress]),
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
          // A third of the text to read at each start; the names of functions stay, as a log's stacks tell them.
          output: {
            minify: { mangle: { keepNames: true }, compress: true, codegen: true },
            // One file renders pages instead of thirty, each of which has to be found, read and linked.
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
        // The strict policy has no data: for fonts, and pictures are better cached than repeated in every chunk.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        // By this the server knows which files a page needs.
        manifest: true,
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                // Every page starts with two files instead of eight: 3 kB less by brotli, and the libraries' one stays
                // in caches when only the site's own code has changed.
                { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 2 },
                { name: 'site', tags: ['$initial'], priority: 1 },
              ],
            },
          },
        },
      },
  // The server carries its packages in one piece, in the form that they have in production: opening and linking some 700 small
  // files was half of its start. The picture library stays outside, as it is machine code, and what is never loaded.
  ...(isSsrBuild && {
    ssr: {
      noExternal: true as const,
      external: ['sharp', '@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request'],
      // Picks the router's form that allows tree shaking: half of it is a framework that isn't used here.
      resolve: { conditions: ['module-sync', ...defaultServerConditions] },
    },
    define: { 'process.env.NODE_ENV': '"production"' },
  }),
  resolve: {
    alias: [
      { find: /^#(contract|markup)\/(.*)$/, replacement: `${root}/$1/$2.ts` },
      // index.html imports styles: in development a relative path would start at the address of the page.
      { find: /^#styles\//, replacement: `${resolve(client, 'styles')}/` },
    ],
  },
}))

/** Writes `.br` and `.gz` beside what compresses, so that the server never compresses a file twice. */
function compressed(): Plugin {
  const brotli = promisify(brotliCompress)
  const zip = promisify(gzip)
  return {
    name: 'compressed',
    // Hosts of static exports compress for themselves.
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

/** Puts the files that the server serves as they are (the docs page's script and style) beside its bundle. */
function serverFiles(): Plugin {
  return {
    name: 'server-files',
    apply: (_, { isSsrBuild }) => isSsrBuild === true,
    writeBundle: async ({ dir = '' }) =>
      cp(resolve(root, 'server/api/public'), join(dir, 'public'), { recursive: true }),
  }
}
