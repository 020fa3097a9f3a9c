import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Locale, locales } from '#contract/locales'
import { escapeMarkup } from '#markup/escape'
import type { Config } from '../config'
import { reportsPath } from '../http/reports'
import { bootScript } from './boot-script'

/** The places of the built index.html that differ from page to page. */
const partsThatDiffer =
  /<html lang="en" dir="ltr">|<!--head-->[\s\S]*<!--\/head-->|<div id="root">[\s\S]*<!--\/root--><\/div>|<!--hydration-->/

/** The parts that differ from page to page; all of it HTML. */
export type PageParts = {
  lang: string
  dir: string
  isHome: boolean
  head: string
  body: string
  data: string
  /** The page's own modules, as paths from the client's folder: their files are fetched along with the script. */
  modules: string[]
}

export type Template = ReturnType<typeof readTemplate>

/**
 * The built client's index.html as a function: the server's settings in its meta tags, the styles of the page in its head, its
 * script behind the boot script. Throws when the client is not built.
 *
 * Styles are inline because a linked file costs a slow line one more round trip before the first paint: on simulated slow 4G it
 * came at 2.4 s, so at 1.2 s.
 */
export function readTemplate(distDir: string, config: Config) {
  const clientDir = join(distDir, 'client')
  const index = readIndex(clientDir, config)
  const html = index.replace('<style id="faces">', '<style id="faces" media="(scripting: none)">')
  const sheetTags = take(html, /\s*<link rel="stylesheet"[^>]* href="([^"]+)">/g)
  const scriptTags = take(
    sheetTags.rest,
    /\s*<(?:script type="module"|link rel="modulepreload")[^>]* (?:src|href)="([^"]+)">(?:<\/script>)?/g,
  )
  // The path that the client was built for: `/`, or the base of a static export.
  const [, base = '/'] = /^(.*)assets\//.exec(scriptTags.found[0] ?? '') ?? []
  // Only the home page honours the remembered language, before its first paint. The rule is that of `localeOfArrival` in the client.
  const localeScript = `try{const[n]=performance.getEntriesByType("navigation");if((!n||n.type==="navigate")&&!document.referrer.startsWith(location.origin+"${base}")&&localStorage.getItem("locale")==="ar")location.replace("${base}ar"+location.search+location.hash)}catch{}`
  const paintScript = paintScriptOf(base)
  const sheets = readSheets(clientDir, base)
  const styleOf = (sheet: string) => `<style>${sheets.get(sheet)}</style>`
  const commonStyles = sheetTags.found.map(styleOf)
  const boot = bootScript(scriptTags.found.reverse())
  const between = scriptTags.rest.split(partsThatDiffer)
  if (between.length !== 5) throw new Error(`The built index.html lacks a part of ${partsThatDiffer}`)
  const [start, beforeHead, beforeBody, beforeHydration, end] = between
  const filesOf = readFilesOf(clientDir, base)

  const page = ({ lang, dir, isHome, head, body, data, modules }: PageParts) => {
    const files = [...new Set(modules.flatMap(filesOf))]
    const wholeHead = [
      head,
      ...(isHome ? [`<script>${localeScript}</script>`] : []),
      `<script>${paintScript}</script>`,
      ...commonStyles,
      ...files.filter((file) => sheets.has(file)).map(styleOf),
    ].join('\n    ')
    return [
      `${start}<html lang="${lang}" dir="${dir}">${beforeHead}${wholeHead}${beforeBody}`,
      `<div id="root">${body}</div>${beforeHydration}${data}`,
      `<script data-files="${files.join(' ')}">${boot}</script>${end}`,
    ].join('')
  }
  const faces = take(html, /<style[^>]*>([^<]*)<\/style>/g).found
  return {
    page,
    /** The page with nothing rendered: script makes it. */
    bare: (locale: Locale) => {
      const { lang, dir } = locales[locale]
      return index.replace('<html lang="en" dir="ltr">', `<html lang="${lang}" dir="${dir}">`)
    },
    /** The policy's words (`'sha256-...'`) for the inline scripts and styles of all pages. */
    scriptHashes: [localeScript, paintScript, boot].map(hashOf),
    styleHashes: [...faces, ...sheets.values()].map(hashOf),
  }
}

/**
 * Web fonts would delay the first picture of a first visit, so the client fetches them later (`client/styles/faces.ts`). A later visit
 * has them in the browser's cache and shows them at its first paint. The time key of `client/data/storage.ts` tells of an earlier
 * visit: it is in local storage even when the home data is too long for it. Where the device can share, the button gets its place.
 */
function paintScriptOf(base: string): string {
  const key = JSON.stringify(`${base.slice(1)}lang.at`)
  return `if(navigator.share)document.documentElement.dataset.share="";try{if(localStorage.getItem(${key}))document.getElementById("faces").media="all"}catch{}`
}

/** The built style sheets, by their paths. */
function readSheets(clientDir: string, base: string): Map<string, string> {
  const names = readdirSync(join(clientDir, 'assets')).filter((name) => name.endsWith('.css'))
  return new Map(names.map((name) => [`${base}assets/${name}`, readFileSync(join(clientDir, 'assets', name), 'utf8')]))
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

function take(html: string, pattern: RegExp): { found: string[]; rest: string } {
  return { found: Array.from(html.matchAll(pattern), ([, found = '']) => found), rest: html.replace(pattern, '') }
}

/** The built client's index.html with the server's settings in its meta tags. */
function readIndex(clientDir: string, { baseUrl, imageBase, imageHosts, product }: Config): string {
  const file = join(clientDir, 'index.html')
  if (!existsSync(file)) throw new Error(`The client is not built: ${file} is missing. Run "npm run build" first.`)
  return Object.entries({ baseUrl, imageBase, imageHosts: imageHosts.join(' '), product, reports: reportsPath }).reduce(
    (html, [name, value]) => {
      const meta = new RegExp(`<meta name="${name}" content="[^"]*">`)
      if (!meta.test(html)) throw new Error(`${file} lacks <meta name="${name}">, which the server fills`)
      return html.replace(meta, () => `<meta name="${name}" content="${escapeMarkup(value)}">`)
    },
    readFileSync(file, 'utf8'),
  )
}

type Manifest = Record<string, { file: string; name?: string; imports?: string[]; css?: string[]; isEntry?: boolean }>

/** The built files of a page's module, by its name, and of what it imports: scripts and styles, but for what every page has. */
function readFilesOf(clientDir: string, base: string): (module: string) => string[] {
  const manifest = JSON.parse(readFileSync(join(clientDir, '.vite', 'manifest.json'), 'utf8')) as Manifest
  const filesOf = (key: string): string[] => {
    const chunk = manifest[key]
    if (!chunk) return []
    return [...[chunk.file, ...(chunk.css ?? [])].map((file) => base + file), ...(chunk.imports ?? []).flatMap(filesOf)]
  }
  const common = new Set(Object.entries(manifest).flatMap(([key, { isEntry }]) => (isEntry ? filesOf(key) : [])))
  const keys = new Map(Object.entries(manifest).map(([key, { name }]) => [name, key]))
  return (module) => filesOf(keys.get(module) ?? '').filter((file) => !common.has(file))
}
