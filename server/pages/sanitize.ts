import { parseBody } from '#contract/markup/parse-body'
import { sanitizeBody } from '#contract/markup/sanitize-body'

/**
 * Creates the server's sanitiser for bodies. Pictures come from `imageBase` only. A body of which no safe HTML can be made becomes
 * empty, so that its page stands without it, and `onLeftOut` gets the error.
 */
export function createSanitizer(imageBase: string, onLeftOut?: (error: unknown) => void): (html: string) => string {
  return (html) => {
    try {
      return sanitizeBody(html, imageBase, parseBody)
    } catch (error) {
      onLeftOut?.(error)
      return ''
    }
  }
}
