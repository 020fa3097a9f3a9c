import { test } from '@playwright/test'
import { pages } from './content'
import { type Load, lines, load, middleLoad } from './lighthouse'
import { type Side, startSides } from './sides'
import { type SlowLink, startSlowLink } from './slow-line/slow-link'
import { printTable } from './table'

/**
 * Measures the home page, a list page and a detail page with Lighthouse. Compares them with bare pages of the same content and,
 * if `RIVAL` is set, with another site.
 */

const { LINE: line = 'slow-4g', RUNS = '3' } = process.env

const table = printTable(
  [
    ...['page', 'side', 'first paint', 'ratio', 'largest paint', 'ratio', 'blocking', 'CLS', 'score'],
    ...['kB', 'of it script', 'requests', 'before LCP'],
  ],
  `pages-${line}`,
  (rows) => ({
    title: `Largest paint of a first visit over ${line}, ms: ours, a page by hand, and peers`,
    bars: rows.map(([page, side, , , largest]) => ({ name: `${page}, ${side}`, value: Number(largest) })),
  }),
)

let sides: Side[]
let link: SlowLink | undefined
const stops: (() => Promise<unknown>)[] = []

test.beforeAll(async () => {
  const started = await startSides(pages.map(({ path }) => path))
  sides = started.sides
  stops.push(started.stop)
  if (line !== '3g-link') return
  link = await startSlowLink(sides.map(({ address }) => address))
  stops.push(link.close)
})

test.afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
})

for (const { name, path } of pages) {
  test(name, async () => {
    const settings = lines[line]
    if (!settings) throw new Error(`LINE is one of ${Object.keys(lines).join(', ')}; found "${line}"`)
    const loads = sides.map((): Load[] => [])
    for (let run = 0; run < Number(RUNS); run++) {
      for (const [index, { address }] of sides.entries()) {
        const url = (link?.addressOf(address) ?? address) + path
        loads[index]?.push(await load(url, settings, link?.browserArgs))
      }
    }
    const [ours, ...others] = loads.map(middleLoad)
    if (ours)
      for (const [index, each] of [ours, ...others].entries()) table.push(rowOf(sides[index]?.name ?? '', each, ours))
  })

  function rowOf(side: string, each: Load, ours: Load): (string | number)[] {
    const ratio = (key: 'firstPaint' | 'largestPaint') => (each === ours ? '' : (ours[key] / each[key]).toFixed(2))
    return [
      ...[name, side, Math.round(each.firstPaint), ratio('firstPaint')],
      ...[Math.round(each.largestPaint), ratio('largestPaint'), Math.round(each.blocking)],
      ...[each.shift.toFixed(3), each.score, Math.round(each.bytes / 1000), Math.round(each.script / 1000)],
      ...[each.requests, each.requestsBefore],
    ]
  }
}
