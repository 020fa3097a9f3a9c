/**
 * The inline script at the end of each page. It fetches the page's script, but never competes with the first paint: it waits for
 * the load event, then for the browser's report of the largest paint (at most a second), then for an idle moment. The visitor's
 * first press, key or focus ends the wait. `files` are loaded on every page; `data-files` names the other files of a page. Its
 * style sheets are inline. Disabled links to them are added, because Vite's loader fetches sheets without a link.
 *
 * Links and forms work without the page's script. Presses before hydration are not lost: a menu opens at once, because its look
 * depends on `aria-expanded` alone, and every button counts its presses for `client/app/event-replay.ts`. A press on the language
 * switch stores the new language. The server never sees the hash, so the switch's link takes it from the address.
 */
export function bootScript(files: string[]): string {
  return `(() => {
const files = ${JSON.stringify(files)}.concat(document.currentScript.dataset.files.split(" ").filter(Boolean))
const kinds = ["click", "auxclick", "keydown", "pointerdown", "focusin"]
let begun = false
const begin = () => {
  if (begun) return
  begun = true
  const isSheet = (file) => file.endsWith(".css")
  const link = (rel, href, disabled) => document.head.append(Object.assign(document.createElement("link"), { rel, href, disabled }))
  for (const file of files) link(isSheet(file) ? "stylesheet" : "modulepreload", file, isSheet(file))
  Promise.all(files.filter((file) => !isSheet(file)).map((file) => import(file))).catch(() => { begun = false })
}
const early = ({ type, target, button: mouseButton }) => {
  begin()
  const twin = target.closest?.(".language-switch a")
  if (twin) twin.search = location.search, twin.hash = location.hash
  if (twin && (type === "click" || (type === "auxclick" && mouseButton === 1))) try { localStorage.setItem("locale", twin.hreflang) } catch {}
  const button = type === "click" && target.closest("button[type=button]")
  if (!button) return
  button.dataset.pressed = Number(button.dataset.pressed ?? 0) + 1
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
