import { fetchedFaces } from './page-styles'

/** Under which the visitor's browser remembers which faces it has fetched. */
const storageKey = 'fonts'

/** The family of the faces that script fetches; the style sheet's own, of another name, serve where there is no script. */
const family = 'Readex Pro fetched'

/** Of the sums that browsers call a layout shift: what nobody notices, and half of what `quality.md` allows (P3). */
const stillEnough = 0.005

/**
 * The inline scripts of the site's faces. On a first visit over a slow line 20 to 40 kB of letters would come between the
 * visitor and the first picture. So `early`, in the head, has the page shown in the device's own letters, stretched to the same
 * measures. `self.letters.fetch()`, for after the first paint, fetches the faces; the browser remembers that it has them, and on
 * later visits `early` takes them from its cache at once. What shows them after the first paint is `late`, for the page's end: in
 * the head it would hold up that paint by its own kilobyte.
 *
 * A line may still wrap otherwise in the new letters, and what stands below it would move before the reader's eyes. So they are
 * shown at once only where no visible thing moves; elsewhere with the next page that the visitor opens, or unseen. A device
 * without any letters for the page's language gets them at once in any case. They come part by part of the page, each a task of
 * its own: to lay out the whole home page anew takes an old phone a fifth of a second (quality row P2).
 */
export function fontScripts(sheet: string): { early: string; late: string } {
  const faces = fetchedFaces(sheet).map((body) => [
    descriptorOf(body, 'src'),
    { weight: descriptorOf(body, 'font-weight'), unicodeRange: descriptorOf(body, 'unicode-range'), display: 'swap' },
  ])
  const known = JSON.stringify(faces.map(([source]) => source).join())
  return {
    early: `try { self.letters = (() => {
const kept = () => { try { return localStorage.getItem("${storageKey}") === ${known} } catch {} }
const keep = () => { try { localStorage.setItem("${storageKey}", ${known}) } catch {} }
const rtl = document.documentElement.dir === "rtl"
for (const [source, descriptors] of ${JSON.stringify(faces)}) document.fonts.add(new FontFace("${family}", source, descriptors))
const sheet = new CSSStyleSheet()
const write = (own) => sheet.replaceSync(":root{--font:" + (own ? "'${family}'," : "") + "var(--font-until)}")
write(false)
document.adoptedStyleSheets.push(sheet)
let isPainted = false
requestAnimationFrame(() => requestAnimationFrame(() => { isPainted = true }))
let show
const shower = new Promise((resolve) => { show = resolve })
let fetched
const fetch = () => fetched ??= document.fonts.load("1em '${family}'", rtl ? "\\u0627a" : "a").then(() => {
  keep()
  // From the cache they may come before there is a body to look at.
  return isPainted ? shower.then((show) => show()) : write(true)
}).catch(() => {})
if (kept()) fetch()
return { rtl, sheet, write, fetch, show }
})() } catch {}`,
    late: `if (self.letters) (() => {
const { rtl, sheet, write } = letters
const parts = () => [...document.querySelectorAll("#root > main > *, #root > footer")]
// The header and the first so many parts of the page.
const writeFirst = (count) => count ? sheet.replaceSync(
  "#root>:not(main" + (count < parts().length ? ",footer" : "") + "),main>:nth-child(-n+" + count + "){--font:'${family}',var(--font-until);font-family:var(--font)}:root{--font:var(--font-until)}"
) : write(false)
const whenIdle = (run) => (self.requestIdleCallback ?? setTimeout)(run, { timeout: 500 })
const near = []
const gather = (element) => {
  if (element === document.body) near.length = 0
  const { top, bottom, left, right } = element.getBoundingClientRect()
  // What lies far off, or beside the window as the cards of a slider do, comes into no sight.
  if (bottom < -innerHeight / 2 || top > 1.5 * innerHeight || left > innerWidth || right < 0) return
  near.push(element)
  for (const child of element.children) gather(child)
}
const boxes = () => near.map((element) => {
  const whole = element.getBoundingClientRect()
  return { whole, start: element.getClientRects()[0] ?? whole }
})
const isSeen = ({ left, right, top, bottom }) => right > left && right > 0 && left < innerWidth && bottom > 0 && top < innerHeight
const isStill = (before, after) => {
  const moved = []
  let farthest = 0
  before.forEach((from, index) => {
    const to = after[index]
    const far = (side) => Math.abs(from.start[side] - to.start[side])
    const way = Math.max(far("top"), far(rtl ? "right" : "left"))
    const seen = [from, to].filter(({ whole }) => isSeen(whole)).length
    if (way < 3 || seen === 0) return
    // What comes into the window, or leaves it, counts as if it had crossed it.
    farthest = Math.max(farthest, seen === 2 ? way : Math.max(innerWidth, innerHeight))
    moved.push(from.whole, to.whole)
  })
  let touched = 0
  for (let column = 0.5; column < 16; column++) for (let row = 0.5; row < 16; row++) {
    const x = innerWidth * column / 16
    const y = innerHeight * row / 16
    if (moved.some(({ left, right, top, bottom }) => left <= x && x < right && top <= y && y < bottom)) touched++
  }
  return touched / 256 * farthest / Math.max(innerWidth, innerHeight) < ${stillEnough}
}
const hasLetters = () => {
  const context = document.createElement("canvas").getContext("2d")
  const [wide, narrow] = rtl ? "\\u0636\\u0627" : "mi"
  return context.measureText(wide).width !== context.measureText(narrow).width
}
const show = () => {
  const { title } = document
  let isDone = false
  const finish = () => {
    if (document.title === title && !document.hidden) return
    isDone = true
    write(true)
    pages.disconnect()
    removeEventListener("visibilitychange", finish)
  }
  const pages = new MutationObserver(finish)
  pages.observe(document.querySelector("title"), { childList: true })
  addEventListener("visibilitychange", finish)
  const addPart = (count) => {
    if (isDone) return
    const seen = parts().filter((part) => part.getBoundingClientRect().top < innerHeight).length
    const next = Math.max(seen, count + 1)
    if (count && seen > count) gather(document.body)
    const before = seen > count && boxes()
    writeFirst(next)
    if (before && !isStill(before, boxes())) writeFirst(count)
    else if (next < parts().length) whenIdle(() => addPart(next))
  }
  addPart(0)
}
// In steps, between which the page's own script may come: no task is to hold up the visitor's first touch.
letters.show(() => whenIdle(() => {
  if (document.hidden || !hasLetters()) return write(true)
  whenIdle(() => { gather(document.body); whenIdle(show) })
}))
})()`,
  }
}

function descriptorOf(body: string, property: string): string {
  return new RegExp(`(?:^|;)${property}:([^;]*)`).exec(body)?.[1] ?? ''
}
