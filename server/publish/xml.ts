import { escapeMarkup } from '#contract/markup/escape'

/** XML that is inserted without escaping. */
export class Markup {
  constructor(readonly text: string) {}
}

type Value = string | Markup | readonly Markup[] | undefined

/** A template tag that escapes texts. Inserts markup as it is, and nothing for `undefined`. */
export function xml(parts: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(parts.map((part, index) => part + xmlOf(values[index])).join(''))
}

export function xmlDocument(root: Markup): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.text}\n`
}

function xmlOf(value: Value): string {
  if (value instanceof Markup) return value.text
  if (typeof value === 'object') return value.map(({ text }) => text).join('')
  return escapeMarkup(value ?? '')
}
