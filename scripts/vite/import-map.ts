import { basename } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** The name by which all other chunks import the entry chunk. */
const specifier = '#site'

/**
 * Lets chunks import the entry chunk by a name that an import map in each page resolves. With its file name, which changes with
 * each change of a component, all other chunks would change their names too, and visitors would load them again.
 */
export function importMap(): Plugin {
  return {
    name: 'import-map',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    renderChunk: (code, chunk, _, { chunks }) => {
      const entry = entryOf(chunks)
      return entry && !chunk.isEntry ? code.replaceAll(`./${basename(entry.fileName)}`, specifier) : null
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const entry = entryOf(bundle)
        const named = [entry?.fileName ?? '', ...(entry?.viteMetadata?.importedCss ?? [])]
        // Vite lists what a dynamic import needs after the chunk has got its name, so a changed list would keep the old name.
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && file !== entry && named.some((name) => name && file.code.includes(name)))
            this.error(
              `${file.fileName} names files of the entry chunk: what it imports dynamically imports the entry chunk`,
            )
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const entry = entryOf(bundle)
        const [, path] = new RegExp(`"([^"]*${entry?.fileName})"`).exec(html) ?? []
        if (!path) throw new Error('index.html does not load the entry chunk')
        const children = JSON.stringify({ imports: { [specifier]: path } })
        return [{ tag: 'script', attrs: { type: 'importmap' }, children, injectTo: 'head-prepend' }]
      },
    },
  }
}

function entryOf(files: Record<string, Rolldown.RenderedChunk | Rolldown.OutputBundle[string]>) {
  return Object.values(files).find((file): file is Rolldown.OutputChunk => 'isEntry' in file && file.isEntry)
}
