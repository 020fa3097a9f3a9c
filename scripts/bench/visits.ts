import type { BrowserContext, Locator, Page } from 'playwright-core'
import { locales } from '#contract/locales'
import { defaultProduct } from '#contract/operations'
import { createPaths } from '#contract/paths'
import type { HomeData } from '#contract/schemas'
import { launchBrowser } from '../../test/browser/chromium'
import { firstOf } from '../../test/site-pages'
import { contentOf } from './grown-content'
import { startSides } from './pages'
import { chosen, median, table, writeReport } from './report'
import { type SlowLink, startSlowLink } from './slow-link'

/** How much slower than this machine the phone is. */
const slowdown = 4

/** How long a finger stays on what it taps, in milliseconds. */
const touchTime = 80

/** How long a page is read before the next: everything that it does by itself is done by then. */
const readingTime = 4_000

type Visit = {
  name: string
  /** The page that the visitor has, and the one that is wanted: another, or the same once more. */
  from: string
  to: string
}

/** When the heading was seen, and when every picture in the window was, in milliseconds. */
type Seen = { text: number; pictures: number }

type Options = {
  runs?: number
  only?: string | undefined
  rival?: string | undefined
  items?: number | undefined
}

/**
 * How long it takes over a slow line until the next page's content is seen, by a tap on a link, and the home page's on a later
 * visit; beside a hand-written site, and a rival where there is one. Writes `bench/visits.md`. The site must be built.
 */
export async function benchVisits({ runs = 3, only = '', rival, items }: Options): Promise<string> {
  const visits = chosen(benchedVisits(await contentOf(items)), only)
  const sides = await startSides([...new Set(visits.flatMap(({ from, to }) => [from, to]))], { rival, items })
  const rows: (string | number)[][] = []
  try {
    const link = await startSlowLink(sides.all.map(({ address }) => address))
    const browser = await launchBrowser(link.browserArgs)
    try {
      for (const visit of visits) {
        const seen = sides.all.map((): Seen[] => [])
        for (let run = 0; run < runs; run++) {
          for (const [index, { address }] of sides.all.entries()) {
            const context = await browser.newContext({
              viewport: { width: 412, height: 823 },
              deviceScaleFactor: 1.75,
              hasTouch: true,
              isMobile: true,
            })
            seen[index]?.push(await pay(visit, context, link, link.addressOf(address)))
            await context.close()
          }
        }
        const middle = (index: number, key: keyof Seen) =>
          Math.round(median(seen[index]?.map((each) => each[key]) ?? []))
        for (const [index, { name }] of sides.all.entries()) {
          const cells = (['text', 'pictures'] as const).flatMap((key) => [
            middle(index, key),
            index === 0 ? '' : (middle(0, key) / middle(index, key)).toFixed(2),
          ])
          rows.push([visit.name, name, ...cells])
          process.stderr.write(`${rows.at(-1)?.join(' | ')}\n`)
        }
      }
    } finally {
      await browser.close()
      await link.close()
    }
  } finally {
    await sides.stop()
  }
  const text = [
    `### Next page and later visit, 3g-link, median of ${runs}${items ? `, ${items} items` : ''}`,
    '',
    "Milliseconds until the page's heading is seen, and until every picture in the window is, over 400 ms and 400 kbit/s at a",
    `quarter of this machine's speed. A tap counts from the lifting of the finger, ${touchTime} ms after it touched, a later visit from its`,
    "beginning, without any connection. A ratio is our time by that side's.",
    '',
    table(['visit', 'side', 'heading', 'ratio', 'with pictures', 'ratio'], rows),
    '',
  ].join('\n')
  return only ? text : writeReport('visits', text, { items, runs, rival })
}

function benchedVisits(content: HomeData): Visit[] {
  const { slug } = firstOf(content.courses)
  return Object.values(locales).flatMap(({ locale }) => {
    const paths = createPaths({ locale, product: defaultProduct })
    return [
      { name: `home to detail ${locale}`, from: paths.home(), to: paths.course(slug) },
      { name: `list to detail ${locale}`, from: paths.courses(), to: paths.course(slug) },
      { name: `home again ${locale}`, from: paths.home(), to: paths.home() },
    ]
  })
}

/** Opens the first page over a quick line and leaves it time; then the second over the slow one. */
async function pay({ from, to }: Visit, context: BrowserContext, link: SlowLink, address: string): Promise<Seen> {
  const isAgain = from === to
  const times = new Map<string, number>()
  await context.exposeBinding('noteTime', (_, what: string, at: number) => {
    if (!times.has(what)) times.set(what, at)
  })
  await link.quicken()
  const page = await context.newPage()
  await page.goto(address + from, { waitUntil: 'networkidle' })
  const target = page.locator(`main :is(h2, h3) a[href="${to}"]`).first()
  if (!isAgain) await target.scrollIntoViewIfNeeded()
  await page.waitForTimeout(readingTime)
  await link.slowDown()
  if (isAgain) {
    await page.close()
    await link.cut()
  }
  const shown = isAgain ? await context.newPage() : page
  const devtools = await context.newCDPSession(shown)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const wanted = JSON.stringify({ path: to, before: isAgain ? '' : await page.locator('h1').textContent() })
  // tsx marks functions with their names by one of its own, which the page lacks.
  const script = `(() => { const __name = (it) => it; (${watch})(${wanted}) })()`
  await shown.addInitScript(script)
  if (isAgain) {
    await shown.goto(address + to, { waitUntil: 'commit' })
  } else {
    await shown.evaluate(script)
    await tap(shown, target)
  }
  await untilSeen(times, shown)
  const begun = times.get('lifted') ?? times.get('begun') ?? Number.NaN
  return { text: (times.get('text') ?? Number.NaN) - begun, pictures: (times.get('pictures') ?? Number.NaN) - begun }
}

async function tap(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error(`${page.url()} shows nothing of the link to be tapped`)
  const devtools = await page.context().newCDPSession(page)
  const touchPoints = [{ x: box.x + Math.min(box.width / 2, 60), y: box.y + box.height / 2 }]
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await page.waitForTimeout(touchTime)
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

async function untilSeen(times: Map<string, number>, page: Page): Promise<void> {
  for (let waited = 0; !times.has('pictures'); waited += 50) {
    if (waited > 30_000) throw new Error(`${page.url()} was not seen within 30 s`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** In the page: notes when the finger is lifted, and when what is wanted has been painted. Times are those of `Date.now()`. */
function watch({ path, before }: { path: string; before: string }): void {
  const note = Reflect.get(window, 'noteTime') as (what: string, at: number) => void
  const now = () => performance.timeOrigin + performance.now()
  note('begun', performance.timeOrigin)
  addEventListener('touchend', ({ timeStamp }) => note('lifted', performance.timeOrigin + timeStamp), true)
  let hasText = false
  const look = () => {
    // Not the one of a page on its way, which stands for screen readers alone.
    const heading = document.querySelector('main:not(.is-awaiting) h1')
    const isThere = location.pathname === path && heading && heading.textContent !== before
    if (isThere && !hasText) {
      hasText = true
      // After the frame that this one is about.
      setTimeout(() => note('text', now()))
    }
    const inView = Array.from(document.querySelectorAll<HTMLImageElement>('main img')).filter((image) => {
      const { top, bottom, left, right, width } = image.getBoundingClientRect()
      return width > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
    })
    if (
      isThere &&
      document.readyState !== 'loading' &&
      inView.every((image) => image.complete && image.naturalWidth > 0)
    )
      setTimeout(() => note('pictures', now()))
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
