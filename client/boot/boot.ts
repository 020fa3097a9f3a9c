/**
 * A part of the inline script in the head of each page. It fetches the page's script, but never competes with the first paint: it
 * waits for the load event, then for the browser's report of the largest paint (at most a second), then for an idle moment. The
 * visitor's first press, key or focus ends the wait.
 *
 * Links and forms work without the page's script. Presses before hydration are not lost: a menu opens at once, because its look
 * depends on `aria-expanded` alone, and every button counts its presses for `client/app/event-replay.ts`. A press on the language
 * switch stores the new language. The server never sees the hash, so the switch's link takes it from the address.
 */
import type { Locale } from '#contract/locales'
import { rememberLocale } from './remembered-locale'
import { takenOver } from './taken-over'

/** The scripts that every page loads. `server/pages/template.ts` fills this in. */
declare const entryFiles: string[]

const paintType = 'largest-contentful-paint'

// `data-files` names the other files of this page.
const files = entryFiles.concat(document.currentScript?.dataset.files?.split(' ').filter(Boolean) ?? [])
const kinds = ['click', 'auxclick', 'keydown', 'pointerdown', 'focusin']
let hasBegun = false

function begin(): void {
  if (hasBegun) return
  hasBegun = true
  const scripts = files.filter((file) => !file.endsWith('.css'))
  for (const file of files) {
    // The page's style sheets are inline. Disabled links to them are added, because Vite's loader fetches sheets without a link.
    const disabled = !scripts.includes(file)
    const rel = disabled ? 'stylesheet' : 'modulepreload'
    document.head.append(Object.assign(document.createElement('link'), { rel, href: file, disabled }))
  }
  Promise.all(scripts.map((file) => import(/* @vite-ignore */ file))).catch(() => {
    hasBegun = false
  })
}

function onEventBeforeHydration(event: Event): void {
  begin()
  const { type, target } = event
  if (!(target instanceof Element)) return
  const twin = target.closest<HTMLAnchorElement>('.language-switch a')
  if (twin) {
    twin.search = location.search
    twin.hash = location.hash
    const isPress = type === 'click' || (type === 'auxclick' && (event as MouseEvent).button === 1)
    if (isPress) rememberLocale(twin.hreflang as Locale)
  }
  const button = type === 'click' && target.closest<HTMLElement>('button[type=button]')
  if (!button) return
  button.dataset.pressed = String(Number(button.dataset.pressed ?? 0) + 1)
  const expanded = button.getAttribute('aria-expanded')
  if (expanded) button.setAttribute('aria-expanded', String(expanded === 'false'))
}

for (const kind of kinds) addEventListener(kind, onEventBeforeHydration, true)
addEventListener(takenOver, () => {
  for (const kind of kinds) removeEventListener(kind, onEventBeforeHydration, true)
})

function beginWhenIdle(): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(begin, { timeout: 3_000 })
  else setTimeout(begin)
}

function whenPainted(): void {
  requestAnimationFrame(() => requestAnimationFrame(beginWhenIdle))
}

function whenReported(): void {
  if (!globalThis.PerformanceObserver?.supportedEntryTypes?.includes(paintType)) {
    whenPainted()
    return
  }
  new PerformanceObserver((_, observer) => {
    observer.disconnect()
    whenPainted()
  }).observe({ type: paintType, buffered: true })
  setTimeout(whenPainted, 1_000)
}

if (document.readyState === 'complete') whenReported()
else addEventListener('load', whenReported)
