import { fetchedFaces } from './page-styles'

/** Under which the visitor's browser remembers which faces it has fetched. */
const storageKey = 'fonts'

/**
 * The inline scripts of the site's faces. They are not in the styles of a page: on a first visit over a slow line 20 to 40 kB of
 * letters would come between the visitor and the first picture. So they come with the whole style sheet, after the first paint,
 * which shows the device's own letters at the same measures; and `late` remembers that. On later visits they are in the browser's
 * cache, and `early`, in the head, has them before anything is painted.
 */
export function fontScripts(sheet: string): { early: string; late: string } {
  const faces = fetchedFaces(sheet).map((body) => ({
    family: descriptorOf(body, 'font-family').replace(/["']/g, ''),
    source: descriptorOf(body, 'src'),
    descriptors: {
      weight: descriptorOf(body, 'font-weight'),
      unicodeRange: descriptorOf(body, 'unicode-range'),
      display: 'swap',
    },
  }))
  const key = JSON.stringify(storageKey)
  const known = JSON.stringify(faces.map(({ source }) => source).join())
  const add = `for(const f of ${JSON.stringify(faces)})document.fonts.add(new FontFace(f.family,f.source,f.descriptors))`
  return {
    early: `try{if(localStorage.getItem(${key})===${known})${add}}catch{}`,
    late: `document.fonts.ready.then(()=>localStorage.setItem(${key},${known})).catch(()=>{})`,
  }
}

function descriptorOf(body: string, property: string): string {
  return new RegExp(`(?:^|;)${property}:([^;]*)`).exec(body)?.[1] ?? ''
}
