type Needs = {
  /** The whole site's style sheets. */
  sheets: string[]
  /** The script that every page needs. */
  files: string[]
  /** A statement to run once the style sheets are there. */
  afterSheets: string
}

/**
 * The inline script at the end of each page: it fetches the whole style sheet and the page's script once everything that is seen
 * is there and painted, as the browser reports it (a second after all is there, if it reports nothing), or at the visitor's first
 * touch, so that they never compete with the first paint. The page's own files are named by `data-files`; one that has all styles
 * already says `data-styled`. Script waits for the styles: what it brings about would be bare without them.
 *
 * Links and forms work without it. What is pressed before the page's script has taken over is not lost: a menu opens at once,
 * as its look hangs on `aria-expanded` alone, and every pressed button is marked for `client/app/early-presses.ts`. The server never
 * sees the hash, so the links to the other language take it from the address.
 */
export function starterScript({ sheets, files, afterSheets }: Needs): string {
  return `(() => {
const files = ${JSON.stringify(files)}.concat(document.currentScript.dataset.files.split(" ").filter(Boolean))
const addresses = "styled" in document.currentScript.dataset ? [] : ${JSON.stringify(sheets)}
const kinds = ["click", "keydown", "pointerdown", "focusin"]
let begun = false
const link = (rel, href, more) => new Promise((resolve, reject) => {
  document.head.append(Object.assign(document.createElement("link"), { rel, href, onload: resolve, onerror: reject, ...more }))
})
const begin = () => {
  if (begun) return
  begun = true
  const again = () => { begun = false }
  for (const file of files) link("modulepreload", file).catch(again)
  // Held back by their medium until all that follows from them can be done at once: each change of styles is a layout.
  const sheets = addresses.map((sheet) => link("stylesheet", sheet, { media: "print" }))
  Promise.all(sheets).then((loaded) => {
    for (const { target } of loaded) target.media = "all"
    if (loaded.length > 0) { ${afterSheets} }
    return Promise.all(files.map((file) => import(file)))
  }).catch(again)
}
const early = ({ type, target }) => {
  begin()
  const twin = target.closest?.(".language-switch a")
  if (twin) twin.hash = location.hash
  const button = type === "click" && target.closest("button[type=button]")
  if (!button) return
  button.toggleAttribute("data-pressed")
  const expanded = button.getAttribute("aria-expanded")
  if (expanded) button.setAttribute("aria-expanded", expanded === "false")
}
for (const kind of kinds) addEventListener(kind, early, true)
addEventListener("taken-over", () => { for (const kind of kinds) removeEventListener(kind, early, true) })
const whenIdle = () => (self.requestIdleCallback ?? setTimeout)(begin, { timeout: 3000 })
const whenPainted = () => requestAnimationFrame(() => requestAnimationFrame(whenIdle))
const whenReported = () => {
  const type = "largest-contentful-paint"
  if (!self.PerformanceObserver?.supportedEntryTypes?.includes(type)) return whenPainted()
  new PerformanceObserver((_, observer) => { observer.disconnect(); whenPainted() }).observe({ type, buffered: true })
  setTimeout(whenPainted, 1000)
}
if (document.readyState === "complete") whenReported()
else addEventListener("load", whenReported)
})()`
}
