/** Begins a string of the hydration data that isn't the text itself. */
const mark = '\u0001'

/** Shorter ones weigh less than what would stand for them. */
const shortest = 12

/**
 * JSON in which each text that the page shows in a `bdi` element is only that element's number: the home page of 72 cards would
 * carry all its titles and excerpts twice, which is a quarter of its bytes by gzip.
 */
export function withoutShownTexts(value: unknown, html: string): string {
  const numbers = new Map<string, number>()
  let count = 0
  for (const [, text] of html.matchAll(/<bdi[^>]*>(?:([^<]*)<\/bdi>)?/g)) {
    if (text !== undefined && !numbers.has(text)) numbers.set(text, count)
    count++
  }
  return JSON.stringify(value, (_, each: unknown) => {
    if (typeof each !== 'string') return each
    if (each.startsWith(mark)) return mark + each
    // The parser of HTML changes some characters.
    const number = each.length < shortest || /[\r\0]/.test(each) ? undefined : numbers.get(escaped(each))
    return number === undefined ? each : `${mark}${number}`
  })
}

/** The data of `withoutShownTexts`, with the texts of the page's `bdi` elements in their places. */
export function withShownTexts(json: string, texts: ArrayLike<{ textContent: string | null }>): unknown {
  return JSON.parse(json, (_, each: unknown) => {
    if (typeof each !== 'string' || !each.startsWith(mark)) return each
    return each.startsWith(mark + mark) ? each.slice(1) : (texts[Number(each.slice(1))]?.textContent ?? '')
  })
}

/** As React writes text. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }
