import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Locale, locales } from '#contract/locales'
import { escapeMarkup } from '#contract/markup/escape'
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

export type PageParts = {
  locale: Locale
  isHome: boolean
  head: string
  body: string
  data: string
  /** The modules of this page, by their names in Vite's manifest. Their files are fetched along with the script. */
  modules: string[]
}

export type Template = ReturnType<typeof readTemplate>

/**
 * Reads the template of a build's pages. It puts the server's settings into meta tags, the styles into the head, and the boot
 * script at the end instead of Vite's tags. `base` is the path that the client was built for. Throws if the client is not
 * built. Styles are inline because a linked file costs a slow network one more round trip before the first paint: 2.4 s instead
 * of 1.2 s on simulated slow 4G.
 */
export function readTemplate(distDir: string, config: Config, base = '/') {
  const clientDir = join(distDir, 'client')
  const file = join(clientDir, 'index.html')
  if (!existsSync(file)) throw new Error(`The client is not built: ${file} is missing. Run "npm run build" first.`)
  // Leaves out the indentation, which every page would send.
  const index = readFileSync(file, 'utf8').replace(/^ +(?=<)/gm, '')
  const html = index.replace('<style id="faces">', '<style id="faces" media="(scripting: none)">')
  const settings = settingsTags(config)
  const { entryFiles, filesOf } = readManifest(clientDir, base)
  const sheets = readSheets(clientDir, base)
  // The font faces that Vite has put into the page.
  const faces = index.split('<style id="faces">')[1]?.split('</style>')[0] ?? ''
  const bootScript = (name: string) => readFileSync(join(clientDir, '.vite/boot', `${name}.js`), 'utf8')
  const [arrival, firstPaint] = [bootScript('arrival'), bootScript('first-paint')]
  const scriptFiles = entryFiles.filter((file) => !sheets.has(file))
  const boot = bootScript('boot').replace('entryFiles', () => JSON.stringify(scriptFiles))

  const page = ({ locale, isHome, head, body, data, modules }: PageParts) => {
    const files = [...new Set(modules.flatMap(filesOf))]
    const scripts = isHome ? [arrival, firstPaint] : [firstPaint]
    const styles = [...entryFiles, ...files].flatMap((file) => sheets.get(file) ?? [])
    const inHead = [
      ...scripts.map((text) => `<script>${text}</script>`),
      ...styles.map((text) => `<style>${text}</style>`),
    ]
    return {
      html: fillTemplate(html, locale, {
        settings,
        head: [head, ...inHead].join('\n'),
        entry: '</head>',
        body,
        data: `${data}<script data-files="${files.join(' ')}">${boot}</script>`,
      }),
      /** The content security policy, which allows the inline scripts and styles of this page only. */
      policy: policyOf([...scripts, boot], [faces, ...styles]),
    }
  }
  const policyOf = (scripts: string[], styles: string[]) =>
    contentPolicy(config, { scripts: scripts.map(hashOf), styles: styles.map(hashOf) })
  return {
    page,
    /** The app shell, which is a page without content. The script renders the content. */
    bare: (locale: Locale) => fillTemplate(index, locale, { settings }),
    /** The content security policy that allows the inline scripts and styles of every page, for an export. */
    policy: policyOf([arrival, firstPaint, boot], [faces, ...sheets.values()]),
  }
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
 * a module and its imports need.
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
  return { entryFiles, filesOf }
}
