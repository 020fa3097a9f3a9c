import type { HomeData } from '#contract/entities'
import { imageWidths, quickWidth, variantName } from '#contract/images'
import { locales } from '#contract/locales'
import { decodeName } from '#contract/markup/body-addresses'
import { operations } from '#contract/operations'
import { pageSize, shareImagePath } from '#contract/paths'
import { pictureCaching, picturePolicy } from '#contract/picture-files'
import { allAt } from '../../server/publish/publication'
import { publishedPaths } from '../../server/publish/publish'
import { pagePaths } from '../../server/publish/sitemap'

export type StaticSiteOptions = {
  home: HomeData
  product: string
  /** The path of the site on its host, with a slash at its end. */
  base: string
  /** The file names of all pictures. */
  pictures: string[]
  /** Requests a path from the site's server. Rejects if the response has another status than `status`. */
  ask: (path: string, accept?: string, status?: number) => Promise<{ body: Buffer; headers: Record<string, unknown> }>
  write: (file: string, body: Buffer | string) => Promise<void>
  /** Called for each path that cannot be the name of a file, and for each picture that fails. Any other failure rejects. */
  warn: (text: string) => void
  /** If true, leaves out share images and wide pictures, which the pages of the build must not name. */
  isQuick: boolean
  /** Called after each page and each picture. */
  onProgress: (progress: ExportProgress) => void
  /** Runs the tasks with limited concurrency. */
  inTurns: <T>(tasks: Iterable<T>, run: (task: T) => Promise<void>) => Promise<unknown>
}

/** The numbers of pages and of files of pictures that are done, and of all. */
export type ExportProgress = Record<'pages' | 'pictures', { done: number; total: number }>

/** Writes the server's responses as files: pages, share images, pictures and feeds. Does not write the built client's files. */
export async function writeStaticSite(options: StaticSiteOptions): Promise<void> {
  const { home, product, base, pictures, isQuick, ask, write, warn, onProgress, inTurns } = options
  // This publication is only for paths, which do not depend on the rest.
  const publication = { home, product, site: {}, origin: '', changed: allAt(new Date()) }
  const pages = pagePaths(publication)
  const shown = new Set([home.courses, home.news, home.blogs, home.events, home.team].flat().map(({ image }) => image))
  const widest = isQuick ? quickWidth : Number.POSITIVE_INFINITY
  const variants = imageWidths.filter((width) => width >= 320 && width <= widest)
  const originals = new Set(pictures)
  const pictureFiles = pictures.map((name) => {
    const path = `/images/${encodeURIComponent(name)}`
    const isShown = shown.has(name) && fileOf(path) !== undefined
    const isTaken = (width: number) => originals.has(variantName(name, width))
    if (isShown && variants.some(isTaken))
      warn(`images/${name}: another picture has the name of one of its sizes, and pages show that one in its place`)
    return { name, path, widths: [undefined, ...(isShown ? variants.filter((width) => !isTaken(width)) : [])] }
  })
  const progress: ExportProgress = {
    pages: { done: 0, total: pages.length },
    pictures: { done: 0, total: pictureFiles.flatMap(({ widths }) => widths).length + (isQuick ? 0 : pages.length) },
  }
  const count = (kind: keyof ExportProgress) => {
    progress[kind].done++
    onProgress(progress)
  }

  const namedPictures = new Set<string>()
  await inTurns(pages, async (path) => {
    count('pages')
    const file = fileOf(path)
    if (file === undefined) return warn(`no folder can be named for the page ${path}`)
    const folder = file && `${file}/`
    const html = String((await ask(path)).body)
    for (const [, name = ''] of html.matchAll(/\/images\/([^"/?#\s,]+)/g)) namedPictures.add(decodeName(name))
    if (!isQuick) {
      const image = shareImagePath(path)
      count('pictures')
      await write(decodeURIComponent(image.slice(1)), (await ask(image)).body)
    }
    const isPart = html.includes(`href="${base.slice(0, -1)}${path.replaceAll("'", '&#x27;')}?show=`)
    if (!isPart) return write(`${folder}index.html`, html)
    // File servers ignore queries. Without script, "load more" leads to a page with the full list.
    const full = String((await ask(`${path}?show=${pageSize * 1_000_000}`)).body)
    const items = Math.ceil((full.split('<article').length - 1) / pageSize) * pageSize
    const linked = (text: string) => text.replace(/(href="[^"?]*)\?show=\d+/g, `$1/show/${items}/`)
    await write(`${folder}index.html`, linked(html))
    await write(`${folder}show/${items}/index.html`, linked(full))
  })

  await inTurns(publishedPaths(publication), async (path) => {
    const file = fileOf(path)
    if (file === undefined) return warn(`no file can be named for ${path}`)
    await write(file, (await ask(path)).body)
  })

  await inTurns(pictureFiles, async ({ name, path, widths }) => {
    for (const width of widths) {
      count('pictures')
      const answer = await ask(width ? `${path}?w=${width}` : path, 'image/webp').catch((error: Error) => error)
      if (answer instanceof Error) return warn(answer.message)
      await write(`images/${width ? variantName(name, width) : name}`, answer.body)
    }
  })

  // A body may name a picture in another normal form of Unicode than the file's. A server finds the file, a static host does not.
  const composed = new Set(pictures.map((name) => name.normalize()))
  const twins = [...namedPictures].filter((name) => !originals.has(name) && composed.has(name.normalize()))
  await inTurns(twins, async (name) => write(`images/${name}`, (await ask(`/images/${encodeURIComponent(name)}`)).body))

  const shellAnswer = await ask('/shell.html')
  const shell = String(shellAnswer.body)
  await write('shell.html', shell)
  // Puts the 404 text into the app shell, for visitors without script. With script the app shell renders the page of the address.
  const missing = String((await ask(`/courses/${'-'.repeat(60)}`, undefined, 404)).body)
  const [, missingText = ''] = /<main[^>]*>([\s\S]*?)<\/main>/.exec(missing) ?? []
  await write(
    '404.html',
    shell.replace(/(<main[\s\S]*?<noscript>)[\s\S]*?(?=<\/noscript>)/, (_, start) => start + missingText),
  )
  const { path } = operations.homeData
  await write(`${path.slice(1)}.json`, (await ask(path)).body)
  // The server puts the settings of the site into these files.
  for (const name of ['sw.js', ...Object.keys(locales).map((locale) => `manifest.${locale}.webmanifest`)]) {
    const text = String((await ask(`/${name}`)).body)
    // Puts the base before the paths in the web manifest.
    await write(name, name === 'sw.js' ? text : text.replaceAll('": "/', `": "${base}`))
  }
  // The shell's policy allows the inline scripts and styles of every page.
  await write('_headers', headerRules(base, shellAnswer.headers, isQuick))
  // Redirects addresses without a page, such as `/en`, to the home page.
  const strays = [...(base === '/' ? [] : ['/']), `${base}en`, `${base}en/*`]
  await write('_redirects', strays.map((from) => `${from} ${base} 302\n`).join(''))
  // Without this file, GitHub Pages leaves some files out.
  await write('.nojekyll', '')
}

/**
 * The file for a path; `undefined` if some systems forbid its name. A page is a folder with an `index.html`, because some
 * static hosts do not find `courses.html` next to the folder `courses`.
 */
export function fileOf(path: string): string | undefined {
  const names = path.split('/').filter(Boolean).map(decodeURIComponent)
  // File systems allow names of 255 bytes. The limit of 240 leaves room for extensions.
  const isFileName = (name: string) =>
    !/^\.|[/\\\0]|^index\.html$/.test(name) && new TextEncoder().encode(name).length <= 240
  return names.every(isFileName) ? names.join('/') : undefined
}

/** The headers for hosts that read `_headers`. */
function headerRules(base: string, headers: Record<string, unknown>, isQuick: boolean): string {
  // Leaves out strict-transport-security, because a host may have other sites too.
  const isPolicy = /^(?:content-security|cross-origin|origin-|referrer|x-content|x-frame)/
  const policy = Object.entries(headers)
    .filter(([name]) => isPolicy.test(name))
    // Removes the address for reports, because static hosts accept none.
    .map(([name, value]) => [name, String(value).replace(/;report-to [\w-]+/, '')])
  const caching = `cache-control: ${pictureCaching}`
  const shared = [caching, '! cross-origin-resource-policy', 'cross-origin-resource-policy: cross-origin']
  const rules = {
    '*': policy.map(([name, value]) => `${name}: ${value}`),
    'assets/*': ['cache-control: public, max-age=31536000, immutable'],
    'icons/*': ['cache-control: public, max-age=86400'],
    ...(!isQuick && { 'cards/*': shared }),
    'images/*': [...shared, '! content-security-policy', `content-security-policy: ${picturePolicy}`],
  }
  return Object.entries(rules)
    .map(([path, lines]) => `${[base + path, ...lines].join('\n  ')}\n`)
    .join('')
}
