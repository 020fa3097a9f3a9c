import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { test } from '@playwright/test'
import { operations } from '#contract/operations'
import { readFigure, startBuiltServer } from '../support/built-server'
import { writeContent } from '../support/generated-content'
import { growContent } from '../support/grown-content'
import { readContent } from '../support/shipped-content'
import { firstOf } from '../support/site-pages'
import { type Asked, ask, measure } from './load'
import { printTable } from './table'

/** The numbers of items in all four lists. With fewer than 12 items in a list, the home page shows all and grows with them. */
const sizes = [96, 1_000, 10_000]

const table = printTable(['', ...sizes.map((size) => `${size.toLocaleString('en')} items`), 'most against least'])

test('pages, start, memory and look-ups with few and very many items', async () => {
  const shipped = await readContent()
  const rows: Record<string, number[]> = {}
  for (const size of sizes) {
    const note = (name: string, figure: number) => {
      rows[name] = [...(rows[name] ?? []), figure]
    }
    const content = growContent(shipped, size / 4)
    const folder = await mkdtemp(join(tmpdir(), 'ugarit-growth-'))
    const { fixturesDir } = await writeContent(content, folder)
    const texts = Object.values(content).map((value) => JSON.stringify(value, null, 2))
    const fixtures = Buffer.byteLength(texts.join(''))
    const began = performance.now()
    const { port, url, child, stop } = await startBuiltServer({ FIXTURES_DIR: fixturesDir })
    const get = (path: string, encoding = 'br'): Asked => ({
      method: 'GET',
      path,
      headers: { 'accept-encoding': encoding },
    })
    await ask(port, get('/health'))
    note('start until the first answer, ms', performance.now() - began)
    const { slug } = firstOf(content.courses)
    for (const path of ['/', '/ar', '/courses', `/courses/${slug}`]) {
      note(
        `${path.replace(slug, '...')}, HTML by brotli, bytes`,
        brotliCompressSync((await ask(port, get(path, 'identity'))).body).length,
      )
    }
    for (const encoding of ['br', 'gzip', 'identity']) await ask(port, get(operations.homeData.path, encoding))
    note('fixtures, MB', fixtures / 1e6)
    note('memory, MB', (await readFigure(url, 'process_resident_memory_bytes')) / 1e6)
    note('limit of memory, MB', (6 * fixtures + 170e6) / 1e6)
    const lookup = { method: 'POST' as const, headers: { 'content-type': 'application/json' } }
    const middle = content.courses[size / 8]?.slug
    const asked = { ...lookup, path: operations.course.path, body: JSON.stringify({ slug: middle }) }
    await measure(port, [], asked)
    note('course, µs of processor time', (await measure(port, [child.pid ?? 0], asked, 20_000)).micros)
    await stop()
    await rm(folder, { recursive: true })
  }
  for (const [name, figures] of Object.entries(rows)) {
    const change = ((figures.at(-1) ?? 0) / (figures[0] ?? 0) - 1) * 100
    const numbers = figures.map((figure) => figure.toFixed(figure < 100 ? 1 : 0))
    table.push([name, ...numbers, /HTML|µs/.test(name) ? `${change.toFixed(1)} %` : ''])
  }
})
