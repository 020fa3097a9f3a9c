import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeHtml } from '../api/tool-page'
import type { Config } from '../config'

/** The built client's index.html with the server's settings in its meta tags. Throws when the client is not built. */
export function readIndex(clientDir: string, { baseUrl, imageBase, product }: Config): string {
  const file = join(clientDir, 'index.html')
  if (!existsSync(file)) throw new Error(`The client is not built: ${file} is missing. Run "npm run build" first.`)
  return Object.entries({ baseUrl, imageBase, product }).reduce(
    (html, [name, value]) => {
      const meta = new RegExp(`<meta name="${name}" content="[^"]*">`)
      if (!meta.test(html)) throw new Error(`${file} lacks <meta name="${name}">, which the server fills`)
      return html.replace(meta, () => `<meta name="${name}" content="${escapeHtml(value)}">`)
    },
    readFileSync(file, 'utf8'),
  )
}
