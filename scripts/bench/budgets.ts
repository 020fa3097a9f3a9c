import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { startServer } from '../../test/browser/setup'
import { readContent } from '../../test/shipped-content'
import { sitePages } from '../../test/site-pages'
import { currentBuild } from '../builds'
import { section, writeReport } from './report'

const client = join(currentBuild(), 'client')

/** What something weighs over the line, in bytes: by brotli where it is text; and what it may weigh at most. */
export type Weight = { name: string; bytes: number; limit: number }

/** The most that each built file may weigh, by its name without the hash; any other chunk of script, 5,500 bytes. */
const fileLimits: Record<string, number> = {
  'libraries.js': 106_000,
  // With the cards and the names of HTML's elements, which titles are cleaned of; the sanitiser weighs 9,500 bytes less since.
  'index.js': 19_000,
  // With the first slide's drawing.
  'HomePage.js': 6_000,
  'swiper.js': 18_500,
  'index.css': 6_500,
  'readex-pro-arabic.woff2': 21_000,
  'readex-pro-latin.woff2': 21_500,
  'readex-pro-accents.woff2': 9_000,
}
const otherLimit = 5_500

/** The most that a page's HTML may weigh, with its styles and data: the home page, and every other with a shipped text in it. */
const pageLimits = { home: 29_000, other: 14_500 }

/** The weights of the built files and of every page's HTML, on the shipped content. */
export async function weigh(): Promise<Weight[]> {
  const files = readdirSync(join(client, 'assets')).filter((name) => /\.(?:js|css|woff2)$/.test(name))
  const weights = files.map((file): Weight => {
    const name = file.replace(/-[\w-]{8}(?=\.\w+$)/, '')
    const content = readFileSync(join(client, 'assets', file))
    const bytes = file.endsWith('.woff2') ? content.length : brotliCompressSync(content).length
    return { name, bytes, limit: fileLimits[name] ?? otherLimit }
  })
  const pages = sitePages(await readContent())
  const server = await startServer({ LOG_LEVEL: 'silent' })
  // All at once: compressing in between blocks this process until the server has closed its connection.
  const texts = await Promise.all(pages.map(async ({ path }) => (await fetch(server.address + path)).text())).finally(
    server.stop,
  )
  for (const [index, { name, locale }] of pages.entries()) {
    const limit = name === 'home' ? pageLimits.home : pageLimits.other
    weights.push({ name: `${name}, ${locale}`, bytes: brotliCompressSync(texts[index] ?? '').length, limit })
  }
  return weights
}

/** What every built file and every page weighs beside its limit. Writes `bench/budgets.md`. */
export async function benchBudgets(): Promise<string> {
  const weights = await weigh()
  const rows = weights
    .toSorted((a, b) => b.bytes - a.bytes)
    .map(({ name, bytes, limit }) => [name, bytes, limit, `${Math.round((bytes / limit) * 100)} %`])
  const notes =
    'Bytes over the line, by brotli but for the fonts. Pages are their HTML, with styles and data, on the shipped content.'
  return writeReport('budgets', section('Weights', notes, ['file or page', 'bytes', 'limit', 'of it'], rows))
}
