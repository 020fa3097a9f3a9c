import purify from 'dompurify'
import { sanitizeWith } from './sanitize'

/** Makes HTML that came over fetch safe to insert, in browsers. A chunk of its own, as no page of the server needs it. */
export function sanitize(imageBase: string, html: string): string {
  return sanitizeWith(purify, imageBase, html)
}
