import { type Browser, test } from '@playwright/test'
import { languages, takenOver } from '../site/page'
import { startMeasuredSite } from './content'
import { startPeers } from './peers'
import { phone, type Side, visitOnce } from './sides'
import { median, printTable } from './table'

/**
 * Measures the time from a tap on the first course card until the heading of the course is painted, here and on the same pages by
 * Next.js and Astro, and on another build of the site if `RIVAL` is its address. The phone has a quarter of this machine's speed.
 */

const slowdown = 4
const { RUNS: runs = '5', RIVAL: rival } = process.env

const table = printTable([
  ...['tap on a card, ms', 'side', 'heading, median', 'longest', 'ours : side'],
  ...['longest event, median', 'longest'],
])

let sides: Side[]
const stops: (() => Promise<unknown>)[] = []

test.beforeAll(async () => {
  const site = await startMeasuredSite()
  stops.push(site.stop)
  const peers = await startPeers(site.address)
  stops.push(peers.stop)
  sides = [
    { name: 'ours', address: site.address },
    ...peers.sides,
    ...(rival ? [{ name: 'rival', address: rival }] : []),
  ]
  await visitOnce(sides.flatMap(({ address }) => languages.map(({ paths }) => address + paths.courses())))
})

test.afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
})

type Tap = { heading: number; event: number }

for (const { locale, paths } of languages) {
  test(`first card, ${locale}`, async ({ browser }) => {
    const taps = sides.map((): Tap[] => [])
    for (let run = 0; run < Number(runs); run++)
      for (const [index, side] of sides.entries()) taps[index]?.push(await tapCard(browser, side, paths.courses()))
    const headings = taps.map((each) => each.map(({ heading }) => heading))
    const ours = median(headings[0] ?? [])
    for (const [index, { name }] of sides.entries()) {
      const times = headings[index] ?? []
      const events = taps[index]?.map(({ event }) => event) ?? []
      const ratio = index === 0 ? '' : (ours / median(times)).toFixed(2)
      const [middle, longest] = [median(times), Math.max(...times)].map(Math.round)
      table.push([locale, name, middle ?? '', longest ?? '', ratio, median(events), Math.max(...events)])
    }
  })
}

async function tapCard(browser: Browser, { name, address }: Side, path: string): Promise<Tap> {
  const page = await browser.newPage(phone)
  try {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.goto(address + path, { waitUntil: 'networkidle' })
    if (name === 'ours') await takenOver(page)
    const link = page.locator('main h2 a').first()
    await link.scrollIntoViewIfNeeded()
    // Waits until the page has hydrated, and its framework has prefetched the links in view.
    await page.waitForTimeout(2_000)
    await page.evaluate(watchTap, (await link.innerText()).trim())
    await link.tap()
    // Fails at a page load instead of a soft navigation, because a load removes the observer.
    await page.waitForFunction(() => Reflect.get(window, 'tap').painted > 0, undefined, { timeout: 30_000 })
    // Waits until the work that the tap starts is done.
    await page.waitForTimeout(1_500)
    const { tapped, painted, events } = await page.evaluate(() => Reflect.get(window, 'tap') as Watched)
    return { heading: painted - tapped, event: Math.max(16, ...events) }
  } finally {
    await page.close()
  }
}

/** An entry of the Element Timing API, which TypeScript does not know. */
type PerformanceElementTiming = PerformanceEntry & { renderTime: number }

type Watched = { tapped: number; painted: number; events: number[] }

/** Runs in the page. Records the time of the tap, the paint of the heading with this title, and the duration of each event. */
function watchTap(title: string): void {
  const tap: Watched = { tapped: 0, painted: 0, events: [] }
  Object.assign(window, { tap })
  addEventListener('pointerdown', ({ timeStamp }) => Object.assign(tap, { tapped: timeStamp }), { capture: true })
  // Observes the document, because a view transition may replace the body.
  const observer = new MutationObserver(() => {
    const heading = document.querySelector('h1')
    if (heading?.textContent?.trim() !== title) return
    observer.disconnect()
    heading.setAttribute('elementtiming', 'heading')
  })
  observer.observe(document, { subtree: true, childList: true, characterData: true })
  new PerformanceObserver((list) => {
    for (const { renderTime } of list.getEntries() as PerformanceElementTiming[])
      Object.assign(tap, { painted: renderTime })
  }).observe({ type: 'element' })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      // INP leaves out events without an interaction, such as the page moving under a resting finger.
      if (entry.interactionId) tap.events.push(entry.duration)
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}
