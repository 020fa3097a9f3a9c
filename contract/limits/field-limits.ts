import type { FieldType } from '#contract/entities'
import { fieldsOf, kinds } from '#contract/fields'

/** The maximum length of a field's text by the field's type, in characters. That of `texts` is for each text, or for all of them in one. */
const lengths: { [Type in FieldType]?: number } = { text: 10_000, html: 400_000, texts: 2_000, link: 2_000 }

/** The maximum length of a field's text, in characters. */
export function maxLengthOf(type: FieldType): number {
  return lengths[type] ?? 500
}

/** The maximum number of texts in a field of the type `texts`. */
export const maxTexts = 100

/** The beginning of a text. Drops half of a surrogate pair at its end, which HTML cannot contain. */
export function cutText(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
}

/** The maximum depth at which fields of items are looked for. Home data in pages, with the keys of its lists, has less. */
const maxLevels = 10

/** The maximum number of characters of a name in the pointer of a text that is too long. No field of the contract has a longer name. */
const maxName = 50

/** A text that is too long: its RFC 6901 pointer, its length, and the maximum length. */
export type LongText = { pointer: string; length: number; max: number }

/**
 * Creates a function that shortens the texts of a response's data to their maximum lengths, in place. A text that means nothing when
 * it is cut, such as a slug or an address, is removed instead. Runs before anything else reads the data, because reading a text of
 * some megabytes can take seconds. `tell` gets each text that is too long.
 */
export function createFieldLimits(product: string, tell?: (text: LongText) => void): (data: unknown) => void {
  const types = new Map<string, FieldType>(
    kinds.flatMap((kind) => fieldsOf(kind, product).map(({ name, type }) => [name, type] as const)),
  )
  /** `type` is set inside a field of several texts. */
  const visit = (holder: Record<string, unknown>, pointer: string, type?: 'texts') => {
    if (pointer.split('/').length > maxLevels) return
    for (const key of Object.keys(holder)) {
      const value = holder[key]
      const own = types.get(key) ?? type
      const isTexts = own === 'texts'
      // An API chooses the keys of an object in place of a list of texts, so they would make any number of kinds of long texts.
      const name = type && !Array.isArray(holder) ? '*' : key.slice(0, maxName)
      if (typeof value === 'object' && value !== null)
        visit(value as Record<string, unknown>, `${pointer}/${name}`, isTexts ? own : undefined)
      if (typeof value !== 'string' || !own) continue
      const max = maxLengthOf(own)
      if (value.length <= max) continue
      tell?.({ pointer: `${pointer}/${name}`, length: value.length, max })
      if (own === 'text' || own === 'html') holder[key] = cutText(value, max)
      else if (Array.isArray(holder)) holder[key] = ''
      else delete holder[key]
    }
  }
  return (data) => visit({ data }, '')
}
