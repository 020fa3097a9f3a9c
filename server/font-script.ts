import { fetchedFaces } from './page-styles'

/** Under which the visitor's browser remembers which faces it has fetched. */
const storageKey = 'fonts'

/** The family of the faces that script fetches; the style sheet's own, of another name, serve where there is no script. */
const family = 'Readex Pro fetched'

/**
 * The inline script of the site's faces, for the head. On a first visit over a slow line 20 to 40 kB of letters would come between
 * the visitor and the first picture. So the page is shown in the device's own letters, stretched to the same measures.
 * `self.letters.fetch()`, for after the first paint, fetches the faces, and `client/letters.ts` shows them where nothing moves by
 * it; the browser remembers that it has them, and on later visits takes them from its cache at once. So does a device without any
 * letters for the page's language, whose pages show nothing that could be read.
 */
export function fontScript(sheet: string): string {
  const faces = fetchedFaces(sheet).map((body) => [
    descriptorOf(body, 'src'),
    { weight: descriptorOf(body, 'font-weight'), unicodeRange: descriptorOf(body, 'unicode-range'), display: 'swap' },
  ])
  const known = JSON.stringify(faces.map(([source]) => source).join())
  return `try { self.letters = (() => {
const kept = () => { try { return localStorage.getItem("${storageKey}") === ${known} } catch {} }
const keep = () => { try { localStorage.setItem("${storageKey}", ${known}) } catch {} }
const rtl = document.documentElement.dir === "rtl"
for (const [source, descriptors] of ${JSON.stringify(faces)}) document.fonts.add(new FontFace("${family}", source, descriptors))
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
let fetched
const fetch = () => fetched ??= document.fonts.load("1em '${family}'", rtl ? "\\u0627a" : "a").then(() => {
keep()
return isPainted && hasLetters() ? shower.then((show) => show()) : write(":root")
}).catch(() => {})
if (kept()) fetch()
return { write, fetch, show }
})() } catch {}`
}

function descriptorOf(body: string, property: string): string {
  return new RegExp(`(?:^|;)${property}:([^;]*)`).exec(body)?.[1] ?? ''
}
