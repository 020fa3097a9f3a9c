/** XML that is ready to be inserted as it is. */
export class Markup {
  constructor(readonly text: string) {}
}

type Value = string | Markup | readonly Markup[] | undefined

/** What XML can't hold, not even escaped: control characters, halves of a surrogate pair and two others (XML 1.0, 2.2). */
const forbidden = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** A template that escapes the texts in it; pieces of markup stay as they are, and what is `undefined` leaves nothing. */
export function xml(parts: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(parts.map((part, index) => part + textOf(values[index])).join(''))
}

export function xmlDocument(root: Markup): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.text}\n`
}

function textOf(value: Value): string {
  if (value instanceof Markup) return value.text
  if (typeof value === 'object') return value.map(({ text }) => text).join('')
  return (value ?? '').replace(forbidden, '').replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
