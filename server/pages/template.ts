import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { instituteOf } from '#content/institute'
import type { SiteSettings } from '#contract/entities'
import { type Locale, locales } from '#contract/locales'
import { escapeMarkup } from '#contract/markup/escape'
import { jsonScript } from '#contract/markup/json-script'
import type { Config } from '../config'
import { contentPolicy } from '../http/common-headers'
import { reportsPath } from '../http/reports'

/** The parts of index.html that differ from page to page, as HTML. An absent part stays as it is in the file. */
export type Parts = { settings?: string; head?: string; entry?: string; body?: string; data?: string }

/** Fills index.html: each part lies between the comments `<!--app-NAME-->` and `<!--/app-NAME-->`. */
export function fillTemplate(html: string, locale: Locale, parts: Parts): string {
  const { lang, dir } = locales[locale]
  return html
    .replace('<html lang="en" dir="ltr">', `<html lang="${lang}" dir="${dir}">`)
    .replace(/<!--app-(\w+)-->[\s\S]*?<!--\/app-\1-->/g, (part, name: keyof Parts) => parts[name] ?? part)
}

type SettingsOfPages = Pick<Config, 'baseUrl' | 'imageBase' | 'imageHosts' | 'product'>

/** The meta tags that configure the client. `reports` is the path for errors in browsers; empty for none. */
export function settingsTags(
  { baseUrl, imageBase, imageHosts, product }: SettingsOfPages,
  reports = reportsPath,
): string {
  return Object.entries({ baseUrl, imageBase, imageHosts: imageHosts.join(' '), product, reports })
    .map(([name, content]) => `<meta name="${name}" content="${escapeMarkup(content)}">`)
    .join('\n')
}

/** The data block with the site's settings, which the client reads. Only the web manifest has the short names. */
export function siteScript({ en_short_name, ar_short_name, ...site }: SiteSettings): string {
  return jsonScript('type="application/json" id="site"', site)
}

/** The script that stops the clock of a page's scripts, for a scenario with a time. The client reads the time by `Date.now` only. */
export const clockScript = (now: number) => `Date.now=()=>${now}`

/** The meta tag that makes browsers read pages in place of the API (`client/app/page-loaders.ts`). */
const readsPagesTag = '\n<meta name="readsPages" content="yes">'

export type PageParts = {
  locale: Locale
  site: SiteSettings
  isHome: boolean
  head: string
  body: string
  data: string
  /** The modules of this page, by their names in Vite's manifest. Their files are fetched along with the script. */
  modules: string[]
  /** True if the home data is over the limit. */
  readsPages: boolean
  /** The time at which the page's clock stands. */
  now?: number | undefined
}

export type Template = ReturnType<typeof readTemplate>

/**
 * Reads the template of a build's pages. It puts the server's settings into meta tags, and into the head the import map, the boot
 * scripts and the styles instead of Vite's tags. `base` is the path that the client was built for. Throws if the client is not built.
 * Styles are inline because a linked file costs a slow network one more round trip before the first paint: 2.4 s instead of 1.2 s on
 * simulated slow 4G.
 */
export function readTemplate(distDir: string, config: Config, base = '/') {
  const clientDir = join(distDir, 'client')
  const file = join(clientDir, 'index.html')
  if (!existsSync(file)) throw new Error(`The client is not built: ${file} is missing. Run "npm run build" first.`)
  // Leaves out the indentation, which every page would send.
  const index = readFileSync(file, 'utf8').replace(/^ +(?=<)/gm, '')
  const html = index.replace('<style id="faces">', '<style id="faces" media="(scripting: none)">')
  const tags = settingsTags(config)
  const settingsOf = (readsPages: boolean) => tags + (readsPages ? readsPagesTag : '')
  const { entryFiles, moduleNames, filesOf } = readManifest(clientDir, base)
  const sheets = readSheets(clientDir, base)
  /** The text of a style element that Vite has filled in. */
  const builtStyle = (id: string) => index.split(`<style id="${id}">`)[1]?.split('</style>')[0] ?? ''
  const faces = builtStyle('faces')
  /** The styles of a page that needs these files. One element takes fewer bytes than several, in the page and in its policy. */
  const styleOf = (files: string[]) => [...entryFiles, ...files].flatMap((file) => sheets.get(file) ?? []).join('\n')
  const bootScript = (name: string) => readFileSync(join(clientDir, '.vite/boot', `${name}.js`), 'utf8')
  const [arrival, firstPaint] = [bootScript('arrival'), bootScript('first-paint')]
  const allStyles = [faces, builtStyle('skeleton'), ...new Set(moduleNames.map((name) => styleOf(filesOf(name))))]
  const scriptFiles = entryFiles.filter((file) => !sheets.has(file))
  const boot = bootScript('boot').replace('entryFiles', () => JSON.stringify(scriptFiles))
  /** The script of a page before hydration. One element takes fewer bytes than several, in the page and in its policy. */
  const startOf = (isHome: boolean) => [...(isHome ? [arrival] : []), firstPaint, boot].join('\n')
  const [importMapTag = '', importMap = ''] = /<script type="importmap">(.*?)<\/script>/.exec(index) ?? []

  const page = ({ locale, site, isHome, head, body, data, modules, readsPages, now }: PageParts) => {
    const files = [...new Set(modules.flatMap(filesOf))]
    const start = startOf(isHome)
    const style = styleOf(files)
    const startTag = `<script data-files="${files.join(' ')}">${start}</script>`
    const inHead = [importMapTag, scriptTags(clockAt(now)), startTag, `<style>${style}</style>`]
    return {
      html: fillTemplate(html, locale, {
        settings: settingsOf(readsPages),
        head: [head, ...inHead].filter(Boolean).join('\n'),
        entry: '</head>',
        body,
        data: siteScript(site) + data,
      }),
      /** The content security policy, which allows the inline scripts and styles of this page only. */
      policy: policyOf([importMap, ...clockAt(now), start], [faces, style]),
    }
  }
  const policyOf = (scripts: string[], styles: string[]) =>
    contentPolicy(config, { scripts: scripts.map(hashOf), styles: styles.map(hashOf) })
  /** The content security policy that allows the inline scripts and styles of every page and of the app shell. */
  const policyAt = (now?: number) => policyOf([importMap, ...clockAt(now), startOf(true), startOf(false)], allStyles)
  return {
    page,
    /** The app shell, which is a page without content. The script renders the content. */
    bare: (locale: Locale, site: SiteSettings, readsPages: boolean, now?: number) =>
      fillTemplate(index, locale, {
        settings: settingsOf(readsPages),
        ...barePartsOf(site, locale, config.product, now),
      }),
    policy: policyAt(),
    policyAt,
  }
}

/** The parts of the app shell that tell of the institute, and of the time. */
export function barePartsOf(
  site: SiteSettings,
  locale: Locale,
  product: string,
  now?: number,
): Pick<Parts, 'head' | 'data'> {
  const { name } = instituteOf(site, locale, product)
  return { head: `<title>${escapeMarkup(name)}</title>${scriptTags(clockAt(now))}`, data: siteScript(site) }
}

function clockAt(now: number | undefined): string[] {
  return now === undefined ? [] : [clockScript(now)]
}

function scriptTags(scripts: string[]): string {
  return scripts.map((text) => `<script>${text}</script>`).join('\n')
}

/** The built style sheets, by their paths. */
function readSheets(clientDir: string, base: string): Map<string, string> {
  const names = readdirSync(join(clientDir, 'assets')).filter((name) => name.endsWith('.css'))
  return new Map(names.map((name) => [`${base}assets/${name}`, readFileSync(join(clientDir, 'assets', name), 'utf8')]))
}

/** The value that allows an inline script or style in the policy. */
function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

type Manifest = Record<string, { file: string; name?: string; imports?: string[]; css?: string[]; isEntry?: boolean }>

/**
 * Reads Vite's manifest. `entryFiles` are the scripts and styles that every page loads. `filesOf` returns the further files that
 * a module and its imports need, and `moduleNames` are the names of all modules.
 */
function readManifest(clientDir: string, base: string) {
  const manifest = JSON.parse(readFileSync(join(clientDir, '.vite', 'manifest.json'), 'utf8')) as Manifest
  const allFiles = (key: string): string[] => {
    const chunk = manifest[key]
    if (!chunk) return []
    return [
      ...(chunk.imports ?? []).flatMap(allFiles),
      ...[...(chunk.css ?? []), chunk.file].map((file) => base + file),
    ]
  }
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
  const entryFiles = [...new Set(entries.flatMap(allFiles))]
  const keys = new Map(Object.entries(manifest).map(([key, { name }]) => [name, key]))
  const filesOf = (module: string) => allFiles(keys.get(module) ?? '').filter((file) => !entryFiles.includes(file))
  return { entryFiles, moduleNames: [...keys.keys()].filter((name) => name !== undefined), filesOf }
}
