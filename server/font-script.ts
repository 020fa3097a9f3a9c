import { createHash } from 'node:crypto'
import { fetchedFaces } from './page-styles'

/** Under which the visitor's browser remembers the faces that it has fetched. */
const storageKey = 'fonts'

/** The family of the faces that script fetches; the style sheet's own, of another name, serve where there is no script. */
const family = 'Readex Pro fetched'

/**
 * The inline script of the site's faces, for the head. On a first visit over a slow line 20 to 40 kB of letters would come between
 * the visitor and the first picture. So the page is shown in the device's own letters, stretched to the same measures.
 * `fetch`, a statement for after the first paint, fetches the faces, and `client/letters.ts` shows them where nothing moves by
 * it; the browser remembers them, and on later visits takes them from its cache at once. So does a device without any letters
 * for the page's language, whose pages show nothing that could be read.
 */
export function fontScripts(sheet: string): { head: string; fetch: string } {
  const faces = JSON.stringify(
    fetchedFaces(sheet).map((body) => [
      descriptorOf(body, 'src'),
      { weight: descriptorOf(body, 'font-weight'), unicodeRange: descriptorOf(body, 'unicode-range'), display: 'swap' },
    ]),
  )
  // What a browser remembers of another build names files that may be gone.
  const version = createHash('sha256').update(faces).digest('base64url').slice(0, 8)
  const head = `try { self.letters = (() => {
const kept = () => { try {
const text = localStorage.getItem("${storageKey}")
if (text.startsWith("${version}")) return JSON.parse(text.slice(${version.length}))
} catch {} }
const keep = (faces) => { try { localStorage.setItem("${storageKey}", "${version}" + JSON.stringify(faces)) } catch {} }
const rtl = document.documentElement.dir === "rtl"
const sheet = new CSSStyleSheet()
const write = (selector) => sheet.replaceSync(":root{--font:var(--font-until)}" + (selector && selector + "{--font:'${family}',var(--font-until);font-family:var(--font)}"))
write("")
document.adoptedStyleSheets.push(sheet)
let isPainted = false
requestAnimationFrame(() => requestAnimationFrame(() => { isPainted = true }))
const hasLetters = () => {
const context = document.createElement("canvas").getContext("2d")
const [wide, narrow] = rtl ? "\\u0636\\u0627" : "mi"
return context.measureText(wide).width !== context.measureText(narrow).width
}
let show
const shower = new Promise((resolve) => { show = resolve })
const load = async (faces) => {
for (const [source, descriptors] of faces) document.fonts.add(new FontFace("${family}", source, descriptors))
await document.fonts.load("1em '${family}'", rtl ? "\\u0627a" : "a")
keep(faces)
return isPainted && hasLetters() ? shower.then((show) => show()) : write(":root")
}
let fetched
const fetch = (faces) => fetched ??= load(faces).catch(() => {})
const faces = kept()
if (faces) fetch(faces)
return { write, fetch, show }
})() } catch {}`
  return { head, fetch: `self.letters?.fetch(${faces})` }
}

function descriptorOf(body: string, property: string): string {
  return new RegExp(`(?:^|;)${property}:([^;]*)`).exec(body)?.[1] ?? ''
}
