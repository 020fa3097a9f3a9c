import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config'
import { readIndex } from './page-settings'
import { pageStyles } from './page-styles'
import { starterScript } from './starter'

/** Only the home page honours the remembered language (design section 3), and before its first paint. */
const localeScript =
  'try{if(localStorage.getItem("locale")==="ar")location.replace("/ar"+location.search+location.hash)}catch{}'

/**
 * Web fonts would take the line from the first picture of a first visit, so the script fetches them later (`client/app/faces.ts`).
 * A later visit has them in the browser's cache, and shows them where they come from there before the first paint.
 */
const facesScript = 'try{if(localStorage.getItem("lang"))document.getElementById("faces").media="all"}catch{}'

/**
 * From how many characters on a page has all styles while it is read, 3 kB more: to change them later is to lay it out once more,
 * which takes an old phone a tenth of a second for the home page (quality row P2), and less than a frame or two for the others.
 */
const largePage = 80_000

/** What differs from page to page; all of it HTML, `hydration` JSON that can stand in a script element. */
export type PageParts = {
  lang: string
  dir: string
  isHome: boolean
  head: string
  body: string
  hydration: string
  /** The page's own modules, as paths from the client's folder: their files are fetched along with the script. */
  modules: string[]
}

export type Template = {
  /** A whole page, and the policy's words (`'sha256-...'`) for the scripts that bring its styles. */
  page: (parts: PageParts) => { html: string; styleHash: string }
  /** The policy's words for the inline scripts and styles of all pages. */
  scriptHashes: string[]
  styleHashes: string[]
}

/**
 * The built client's index.html as a function: the server's settings in its meta tags, the styles in its head, its script
 * behind a starter. Throws when the client is not built.
 *
 * The styles that a page needs are inline because a linked file costs a slow line one more round trip before the first paint: on simulated slow 4G
 * it came at 2.4 s, so at 1.2 s. The whole sheet comes with the script, or where there is none.
 *
 * Those of the page's beginning stand in its head, and all that the page needs behind that: so the first paint needn't wait for
 * what comes later, 1 to 4 kB, which are 20 to 90 ms on a line of 400 kbit/s. That some rules are there twice costs 0.2 kB,
 * compressed. The beginning of a large page, whose rules are many, is its first part; of others it is the site's header.
 *
 * They stand in a script that adopts them, not in a style element: there the Nu HTML checker reads them too, and calls what its
 * list of CSS lacks (layers, container queries, `size-adjust`) errors of the page.
 */
export function readTemplate(distDir: string, config: Config): Template {
  const clientDir = join(distDir, 'client')
  const html = readIndex(clientDir, config).replace(
    '<style id="faces">',
    '<style id="faces" media="(scripting: none)">',
  )
  const styleFiles = take(html, /\s*<link rel="stylesheet"[^>]* href="\/(assets\/[^"]+)">/g)
  const scriptFiles = take(
    html,
    /\s*<(?:script type="module"|link rel="modulepreload")[^>]* (?:src|href)="([^"]+)">(?:<\/script>)?/g,
  )
  const sheets = styleFiles.found.map((path) => readFileSync(join(clientDir, path), 'utf8'))
  const stylesOf = pageStyles(sheets.join('\n'))
  const sheetAddresses = styleFiles.found.map((path) => `/${path}`)
  const starter = starterScript({
    sheets: sheetAddresses,
    files: scriptFiles.found.reverse(),
    // The whole sheet has the page's rules too, each in its place.
    afterSheets: 'document.adoptedStyleSheets = (document.adoptedStyleSheets ?? []).slice(1)',
  })
  const withoutScript = sheetAddresses.map((href) => `<link rel="stylesheet" href="${href}">`).join('')
  const fixed = cutUp(take(styleFiles.rest, scriptFiles.pattern).rest)
  const filesOf = readFilesOf(clientDir)
  const allStyles = replacingScript(stylesOf())
  const allStylesHash = hashOf(allStyles)

  const page = ({ lang, dir, isHome, head, body, hydration, modules }: PageParts) => {
    const isLarge = body.length > largePage
    const cut = isLarge ? firstPartEnd(body) : headerEnd(body)
    // In one script, as each costs the policy a hash, in a header that is not compressed.
    const first = [isHome && localeScript, adoptingScript(stylesOf(body.slice(0, cut)), sheetAddresses), facesScript]
      .filter(Boolean)
      .join('\n')
    const later = isLarge ? allStyles : replacingScript(stylesOf(body, true))
    const [start, beforeHead, beforeBody, beforeHydration, end] = fixed
    const wholeHead = [head, `<script>${first}</script>`, `<noscript>${withoutScript}</noscript>`].join('\n    ')
    const files = [...new Set(modules.flatMap(filesOf))].join(' ')
    const html = [
      `${start}<html lang="${lang}" dir="${dir}">${beforeHead}${wholeHead}${beforeBody}`,
      `<div id="root">${body.slice(0, cut)}<script>${later}</script>${body.slice(cut)}</div>${beforeHydration}`,
      `<script type="application/json" id="hydration">${hydration}</script>`,
      `<script data-files="${files}"${isLarge ? ' data-styled' : ''}>${starter}</script>${end}`,
    ].join('')
    return { html, styleHash: `${hashOf(first)} ${isLarge ? allStylesHash : hashOf(later)}` }
  }
  const { found: inlineStyles } = take(html, /<style[^>]*>([^<]*)<\/style>/g)
  return { page, scriptHashes: [hashOf(starter)], styleHashes: inlineStyles.map(hashOf) }
}

/** The script that gives the page its styles before anything is painted; an old browser gets the whole sheets. */
function adoptingScript(css: string, sheets: string[]): string {
  return `try{const s=new CSSStyleSheet();s.replaceSync(${literal(css)});document.adoptedStyleSheets=[s]}catch{for(const href of ${literal(sheets)})document.head.append(Object.assign(document.createElement("link"),{rel:"stylesheet",href}))}`
}

/** The script that puts other styles in their place. It stands among what React takes over, so it leaves nothing of itself. */
function replacingScript(css: string): string {
  return `document.adoptedStyleSheets?.[0]?.replaceSync(${literal(css)});document.currentScript.remove()`
}

/** A value in an inline script. */
function literal(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/** Where the site's header ends; the beginning of the text where there is none. */
function headerEnd(html: string): number {
  const end = /<\/header>/.exec(html)
  return end ? end.index + end[0].length : 0
}

/** Where the first element in `main` ends; the end of the text where there is none. */
function firstPartEnd(html: string): number {
  const tags = /<(\/?)[a-z][\w-]*(?:\s[^>]*)?>/gi
  tags.lastIndex = html.indexOf('>', html.indexOf('<main')) + 1
  let depth = 0
  for (let tag = tags.exec(html); tag; tag = tags.exec(html)) {
    // React writes elements that have no end so; the sanitiser writes three of them without the slash.
    if (/\/>$|^<(?:br|hr|img)\b/.test(tag[0])) continue
    depth += tag[1] ? -1 : 1
    if (depth <= 0) return depth < 0 ? tag.index : tags.lastIndex
  }
  return html.length
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

function take(html: string, pattern: RegExp) {
  return {
    pattern,
    found: Array.from(html.matchAll(pattern), ([, found = '']) => found),
    rest: html.replace(pattern, ''),
  }
}

/** What stands between the parts that differ. */
function cutUp(html: string): string[] {
  const cuts = [
    /<html lang="en" dir="ltr">/,
    /<!--head-->[\s\S]*<!--\/head-->/,
    /<div id="root">[\s\S]*<!--\/root--><\/div>/,
    /<!--hydration-->/,
  ]
  const fixed: string[] = []
  let rest = html
  for (const cut of cuts) {
    const match = cut.exec(rest)
    if (!match)
      throw new Error(
        `The built index.html lacks ${cut}: client/app/index.html and server/pages/template.ts must agree on the template`,
      )
    fixed.push(rest.slice(0, match.index))
    rest = rest.slice(match.index + match[0].length)
  }
  return [...fixed, rest]
}

type Manifest = Record<string, { file: string; name?: string; imports?: string[]; isEntry?: boolean }>

/** The built files of a page's module, by its name, and of what it imports, but for what every page has. */
function readFilesOf(clientDir: string): (module: string) => string[] {
  const manifest = JSON.parse(readFileSync(join(clientDir, '.vite', 'manifest.json'), 'utf8')) as Manifest
  const filesOf = (key: string): string[] => {
    const chunk = manifest[key]
    return chunk ? [`/${chunk.file}`, ...(chunk.imports ?? []).flatMap(filesOf)] : []
  }
  const common = new Set(Object.entries(manifest).flatMap(([key, { isEntry }]) => (isEntry ? filesOf(key) : [])))
  const keys = new Map(Object.entries(manifest).map(([key, { name }]) => [name, key]))
  return (module) => filesOf(keys.get(module) ?? '').filter((file) => !common.has(file))
}
