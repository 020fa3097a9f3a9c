import type { ItemField } from '#contract/fields'
import { BodyError } from './body-limits'
import { hasText } from './has-text'
import { parseBody } from './parse-body'
import { sanitizeBody } from './sanitize-body'

/** True if pages show something of a field's value. Without it, the field counts as missing. */
export function hasContent({ type }: Pick<ItemField, 'type'>, value: unknown, imageBase: string): boolean {
  if (type !== 'html' || typeof value !== 'string') return hasText(value)
  try {
    return hasText(sanitizeBody(value, imageBase, parseBody), true)
  } catch (error) {
    if (!(error instanceof BodyError)) throw error
    return false
  }
}
