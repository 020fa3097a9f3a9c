import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { locales } from '#contract/locales'
import { defaultProduct } from '#contract/operations'
import { createPaths } from '#contract/paths'
import type { HomeData } from '#contract/schemas'
import { launchBrowser } from '../../test/browser/chromium'
import { startServer } from '../../test/browser/setup'
import { firstOf } from '../../test/site-pages'
import { startBareServer } from './bare-server'
import { contentOf, writeFixtures } from './grown-content'
import { type Load, lines, load, middleLoad } from './lighthouse'
import { chosen, table, writeReport } from './report'
import { startSlowLink } from './slow-link'

type Options = {
  line?: string | undefined
  runs?: number
  only?: string | undefined
  /** Address of a third server, whose pages have the same paths. */
  rival?: string | undefined
  /** How many items the content has, where it is not the shipped one. */
  items?: number | undefined
}

/** Who answers, and what its rows are called. */
type Side = { name: string; address: string }

/**
 * Home, list and detail in both languages, side by side with a hand-written page of the same content and, where there is one,
 * with a rival's: a table in Markdown, which it writes as `bench/pages-{line}.md`. The site must be built. `only` keeps the
 * pages whose name contains it.
 */
export async function benchPages({ line = 'slow-4g', runs = 3, only = '', rival, items }: Options): Promise<string> {
  if (!isLine(line)) throw new Error(`--line takes one of ${Object.keys(lines).join(', ')}; found "${line}"`)
  const pages = chosen(benchedPages(await contentOf(items)), only)
  const sides = await startSides(
    pages.map(({ path }) => path),
    { rival, items },
  )
  const rows: (string | number)[][] = []
  try {
    const link = line === '3g-link' ? await startSlowLink(sides.all.map(({ address }) => address)) : undefined
    try {
      for (const { name, path } of pages) {
        const loads = sides.all.map((): Load[] => [])
        for (let run = 0; run < runs; run++) {
          for (const [index, { address }] of sides.all.entries()) {
            const from = link?.addressOf(address) ?? address
            loads[index]?.push(await load(from + path, line, link?.browserArgs))
          }
        }
        rows.push(...rowsOf(name, sides.all, loads.map(middleLoad)))
        process.stderr.write(
          `${rows
            .slice(-sides.all.length)
            .map((cells) => cells.join(' | '))
            .join('\n')}\n`,
        )
      }
    } finally {
      await link?.close()
    }
  } finally {
    await sides.stop()
  }
  const head = [
    ...['page', 'side', 'first paint', 'ratio', 'largest paint', 'ratio', 'blocking', 'CLS', 'score'],
    ...['kB', 'of it script', 'requests', 'before LCP'],
  ]
  const text = [
    `### Pages, ${line}, median of ${runs}${items ? `, ${items} items` : ''}`,
    '',
    'Times in ms, weights in kB; a ratio is our time by that side\'s. "Bare" is a hand-written page of the same content without',
    `script (\`scripts/bench/bare-page.ts\`)${rival ? '; "rival" is another site of the same content, given by `--rival`' : ''}.`,
    '',
    table(head, rows),
    '',
  ].join('\n')
  // A part is for looking at while one works.
  return only ? text : writeReport('pages', text, { line, runs, rival, items })
}

/** The site, its bare pages and the rival, with everything made that the first visitor of some paths would wait for. */
export async function startSides(
  paths: string[],
  { rival, items }: Pick<Options, 'rival' | 'items'>,
): Promise<{ ours: Side; all: Side[]; stop: () => Promise<void> }> {
  if (rival !== undefined && !/^http:\/\/[^/]+$/.test(rival))
    throw new Error(`--rival takes an address such as http://localhost:4321, without a path; found "${rival}"`)
  const folder = await mkdtemp(join(tmpdir(), 'ugarit-bench-'))
  const stops = [() => rm(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const each of stops.toReversed()) await each()
  }
  try {
    if (items !== undefined) await writeFixtures(await contentOf(items), folder)
    const site = await startServer({ LOG_LEVEL: 'silent', ...(items !== undefined && { FIXTURES_DIR: folder }) })
    stops.push(site.stop)
    const bare = await startBareServer(site.address, paths)
    stops.push(async () => bare.close())
    const ours = { name: 'ours', address: site.address }
    const all = [ours, { name: 'bare', address: bare.address }, ...(rival ? [{ name: 'rival', address: rival }] : [])]
    await visitOnce(all.flatMap(({ address }) => paths.map((path) => address + path)))
    return { ours, all, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * What Lighthouse's phone fetches is made once, pictures above all, and packed better for the third who asks (`server/http/representation.ts`):
 * the first visitors count for no side.
 */
async function visitOnce(urls: string[]): Promise<void> {
  const browser = await launchBrowser()
  try {
    for (const url of urls) {
      const page = await browser.newPage({
        viewport: { width: 412, height: 823 },
        deviceScaleFactor: 1.75,
        isMobile: true,
      })
      const status = (await page.goto(url, { waitUntil: 'networkidle' }))?.status()
      if (status !== 200) throw new Error(`${url} answered ${status}`)
      await (await fetch(url, { headers: { 'accept-encoding': 'br' } })).arrayBuffer()
      await page.close()
    }
  } finally {
    await browser.close()
  }
}

function isLine(line: string): line is keyof typeof lines {
  return line in lines
}

function benchedPages(content: HomeData): { name: string; path: string }[] {
  return Object.values(locales).flatMap(({ locale }) => {
    const paths = createPaths({ locale, product: defaultProduct })
    return [
      { name: `home ${locale}`, path: paths.home() },
      { name: `list ${locale}`, path: paths.courses() },
      { name: `detail ${locale}`, path: paths.course(firstOf(content.courses).slug) },
    ]
  })
}

/** One row per side of a page, ours first. */
function rowsOf(page: string, sides: Side[], loads: Load[]): (string | number)[][] {
  const [ours] = loads
  const ratio = (key: 'firstPaint' | 'largestPaint', theirs: Load) =>
    ours && ours !== theirs ? (ours[key] / theirs[key]).toFixed(2) : ''
  const kilobytes = (bytes: number) => Math.round(bytes / 1000)
  return loads.map((each, index) => [
    page,
    sides[index]?.name ?? '',
    ...[Math.round(each.firstPaint), ratio('firstPaint', each)],
    ...[Math.round(each.largestPaint), ratio('largestPaint', each)],
    ...[Math.round(each.blocking), each.shift.toFixed(3), each.score],
    ...[kilobytes(each.bytes), kilobytes(each.script), each.requests, each.requestsBefore],
  ])
}
