import { locales } from '#contract/locales'
import { defaultProduct } from '#contract/operations'
import { createPaths } from '#contract/paths'
import { launchBrowser } from '../../test/browser/chromium'
import { startServer } from '../../test/browser/setup'
import { readContent } from '../../test/shipped-content'
import { firstOf } from '../../test/site-pages'
import { startBareServer } from './bare-server'
import { type Load, lines, load } from './lighthouse'
import { table, writeReport } from './report'

/** The debugging port of the browser that Lighthouse drives. */
const port = 9_333

type Options = { line?: string | undefined; runs?: number; only?: string | undefined }

/**
 * Home, list and detail in both languages, side by side with a hand-written page of the same content: tables in Markdown, which it
 * writes as `bench/pages-{line}.md`. The site must be built. `only` keeps the pages whose name contains it.
 */
export async function benchPages({ line = 'slow-4g', runs = 3, only = '' }: Options): Promise<string> {
  if (!isLine(line)) throw new Error(`--line takes one of ${Object.keys(lines).join(', ')}; found "${line}"`)
  const pages = (await benchedPages()).filter(({ name }) => name.includes(only))
  const site = await startServer({ LOG_LEVEL: 'silent' })
  const bare = await startBareServer(
    site.address,
    pages.map(({ path }) => path),
  )
  const browser = await launchBrowser([`--remote-debugging-port=${port}`])
  const rows: (string | number)[][] = []
  try {
    for (const { name, path } of pages) {
      // The first load makes pictures; it counts for neither.
      await load(site.address + path, port, line, 1)
      const [ours, theirs] = [
        await load(site.address + path, port, line, runs),
        await load(bare.address + path, port, line, runs),
      ]
      rows.push(row(name, ours, theirs))
      process.stderr.write(`${rows.at(-1)?.join(' | ')}\n`)
    }
  } finally {
    await browser.close()
    bare.close()
    await site.stop()
  }
  const head = [
    ...['page', 'first paint', 'bare', 'ratio', 'largest paint', 'bare', 'ratio', 'blocking', 'bare', 'CLS', 'score'],
    ...['kB', 'of it script', 'requests before LCP'],
  ]
  const text = [
    `### Pages, ${line}, median of ${runs}`,
    '',
    'Times in ms, weights in kB; "bare" is a hand-written page of the same content without script (`scripts/bench/bare-page.ts`).',
    '',
    table(head, rows),
    '',
  ].join('\n')
  // A part is for looking at while one works.
  return only ? text : writeReport(`pages-${line}`, text, `pages --line ${line} --runs ${runs}`)
}

function isLine(line: string): line is keyof typeof lines {
  return line in lines
}

async function benchedPages(): Promise<{ name: string; path: string }[]> {
  const content = await readContent()
  return Object.values(locales).flatMap(({ locale }) => {
    const paths = createPaths({ locale, product: defaultProduct })
    return [
      { name: `home ${locale}`, path: paths.home() },
      { name: `list ${locale}`, path: paths.courses() },
      { name: `detail ${locale}`, path: paths.course(firstOf(content.courses).slug) },
    ]
  })
}

function row(name: string, ours: Load, bare: Load): (string | number)[] {
  const ratio = (key: 'firstPaint' | 'largestPaint') => (ours[key] / bare[key]).toFixed(2)
  const kilobytes = (bytes: number) => Math.round(bytes / 1000)
  return [
    name,
    ...[Math.round(ours.firstPaint), Math.round(bare.firstPaint), ratio('firstPaint')],
    ...[Math.round(ours.largestPaint), Math.round(bare.largestPaint), ratio('largestPaint')],
    ...[Math.round(ours.blocking), Math.round(bare.blocking), ours.shift.toFixed(3), ours.score],
    ...[kilobytes(ours.bytes), kilobytes(ours.script), ours.requestsBefore],
  ]
}
