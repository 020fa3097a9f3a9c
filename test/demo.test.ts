import { expect, test } from 'vitest'
import { currentBuild } from '../scripts/site-build'
import { demoStops } from './demo/stops'
import { sharedApp } from './support/app'
import { read } from './support/sources'

const site = sharedApp({ distDir: currentBuild(), config: { scenarios: [] } })
const stops = demoStops()

test('the table of docs/demo.md has the addresses of ten minutes, in order', () => {
  const rows = read('docs/demo.md').match(/^\| \d+:\d\d/gm) ?? []
  expect(stops).toHaveLength(rows.length * 2)
  expect(rows.length).toBeGreaterThan(9)
  expect(rows).toEqual(rows.toSorted())
})

test.each(stops)('$path is answered with $status, in its language', async ({ path, locale, status }) => {
  const response = await fetch(new URL(path, site.url), { redirect: 'manual' })
  expect(response.status).toBe(status)
  const html = await response.text()
  if (path !== '/docs') expect(html).toContain(`<html lang="${locale}"`)
  // A search of the table finds something, and says that it is not what was typed.
  if (path.includes('?q=')) {
    expect(html).toContain('<article')
    expect(html).toMatch(/No results for|لا نتائج عن/)
  }
})

test('the scenarios that docs/demo.md names exist', async () => {
  const named = Array.from(read('docs/demo.md').matchAll(/`(slow|flaky|empty|hostile)`/g), ([, name]) => name)
  const { scenarios } = (await (await fetch(`${site.url}/__scenarios`)).json()) as { scenarios: unknown[] }
  expect(named).toHaveLength(4)
  for (const name of named) expect(JSON.stringify(scenarios)).toContain(`"${name}"`)
})
