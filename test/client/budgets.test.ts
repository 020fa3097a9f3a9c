import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { currentBuild } from '../../scripts/builds'
import { shared } from '../helper'
import { readContent } from '../shipped-content'
import { sitePages } from '../site-pages'

const assets = join(currentBuild(), 'client/assets')
const site = shared({ distDir: currentBuild() })

/** The most bytes that each built file may transfer, by its name without the hash; 5,500 for any other chunk. */
const limits: Record<string, number> = {
  'libraries.js': 106_000,
  // Contains the cards, the HTML element names for cleaning titles, and the back end formats.
  'index.js': 20_000,
  // Contains the first slide's drawing.
  'HomePage.js': 6_000,
  'swiper.js': 18_500,
  'index.css': 6_500,
  'readex-pro-arabic.woff2': 21_000,
  'readex-pro-latin.woff2': 21_500,
  'readex-pro-accents.woff2': 9_000,
}

const files = readdirSync(assets)
  .filter((name) => /\.(?:js|css|woff2)$/.test(name))
  .map((file) => [file.replace(/-[\w-]{8}(?=\.\w+$)/, ''), file] as const)

test.each(files)('%s weighs no more than its budget', (name, file) => {
  const content = readFileSync(join(assets, file))
  const { length } = file.endsWith('.woff2') ? content : brotliCompressSync(content)
  expect(length).toBeGreaterThan(0)
  expect(length).toBeLessThanOrEqual(limits[name] ?? 5_500)
})

test('every file with a budget exists', () => {
  expect(files.map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(limits)))
})

test.each(sitePages(await readContent()))(
  'the HTML of $name in $locale weighs no more than its budget',
  async ({ name, path }) => {
    const { payload } = await site.app.inject(path)
    const { length } = brotliCompressSync(payload)
    expect(payload).toContain('</html>')
    expect(length).toBeLessThanOrEqual(name === 'home' ? 29_000 : 14_500)
  },
)
