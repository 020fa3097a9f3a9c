import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test'
import { launchBrowser } from '../site/chromium'
import { languages } from '../site/page'
import { firstOf } from '../support/site-pages'
import { content } from './content'
import { phone, type Side, startSides } from './sides'
import { type SlowLink, startSlowLink } from './slow-line/slow-link'
import { median, printTable } from './table'

/**
 * Measures, at 400 ms, 400 kbit/s and a quarter of this machine's speed, the time from a tap on a link until the next page is
 * shown, and the time until the home page is shown on a later visit with new connections. Compares the site with bare pages and,
 * if `RIVAL` is set, with another site.
 */

const slowdown = 4

/** The time between touch and release, in milliseconds. Measured times begin at the release. */
const touchTime = 80

/** The time on a page before the next one, in milliseconds. All background work is done by then, also on a slow machine. */
const readingTime = 15_000

const table = printTable(['visit, ms until it is seen', 'side', 'heading', 'ratio', 'with pictures', 'ratio'])

/** The open page, and the page to open: another page, or the same page again. */
type Visit = { name: string; from: string; to: string }

/** The times at which the heading and all pictures in the viewport were shown, in milliseconds. */
type Seen = { text: number; pictures: number }

const visits = languages.flatMap(({ locale, paths }): Visit[] => {
  const detail = paths.course(firstOf(content.courses).slug)
  return [
    { name: `home to detail ${locale}`, from: paths.home(), to: detail },
    { name: `list to detail ${locale}`, from: paths.courses(), to: detail },
    { name: `home again ${locale}`, from: paths.home(), to: paths.home() },
  ]
})

let sides: Side[]
let link: SlowLink
let stop: () => Promise<void>

test.beforeAll(async () => {
  ;({ sides, stop } = await startSides([...new Set(visits.flatMap(({ from, to }) => [from, to]))]))
  link = await startSlowLink(sides.map(({ address }) => address))
})
test.afterAll(async () => {
  await link.close()
  await stop()
})

for (const visit of visits) {
  test(visit.name, async () => {
    const browser = await launchBrowser(link.browserArgs)
    const seen = sides.map((): Seen[] => [])
    for (let run = 0; run < Number(process.env.RUNS ?? 3); run++) {
      for (const [index, { address }] of sides.entries()) {
        const context = await browser.newContext(phone)
        seen[index]?.push(await pay(visit, context, link.addressOf(address)))
        await context.close()
      }
    }
    await browser.close()
    const middle = (index: number, key: keyof Seen) => Math.round(median(seen[index]?.map((each) => each[key]) ?? []))
    for (const [index, { name }] of sides.entries()) {
      const cells = (['text', 'pictures'] as const).flatMap((key) => [
        middle(index, key),
        index === 0 ? '' : (middle(0, key) / middle(index, key)).toFixed(2),
      ])
      table.push([visit.name, name, ...cells])
    }
  })
}

/** Opens the first page over a fast network and waits. Then opens the second page over the slow network. */
async function pay({ from, to }: Visit, context: BrowserContext, address: string): Promise<Seen> {
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
  const script = `(${watch})(${wanted})`
  await shown.addInitScript(script)
  if (isAgain) {
    await shown.goto(address + to, { waitUntil: 'commit' })
  } else {
    await shown.evaluate(script)
    await tap(shown, target)
  }
  await expect.poll(() => times.has('pictures'), { timeout: 60_000 }).toBe(true)
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

/** Runs in the page: records when the finger is lifted and when the wanted page is painted, in the time of `Date.now()`. */
function watch({ path, before }: { path: string; before: string }): void {
  const note = Reflect.get(window, 'noteTime') as (what: string, at: number) => void
  const now = () => performance.timeOrigin + performance.now()
  note('begun', performance.timeOrigin)
  addEventListener('touchend', ({ timeStamp }) => note('lifted', performance.timeOrigin + timeStamp), true)
  let hasText = false
  const look = () => {
    // Skips the heading of the loading page, which is only for screen readers.
    const heading = document.querySelector('main:not(.is-awaiting) h1')
    const isThere = location.pathname === path && heading && heading.textContent !== before
    if (isThere && !hasText) {
      hasText = true
      // Runs after the current frame is painted.
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
