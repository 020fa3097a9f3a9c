import { type BodyContext, finishBody } from '#contract/markup/finish-body'
import { parseBody } from '#contract/markup/parse-body'
import { sanitizeBody } from '#contract/markup/sanitize-body'

/**
 * Creates the server's sanitiser for bodies. Pictures come from `imageBase` only. With a `context`, links and directions fit the page.
 * A body of which no safe HTML can be made becomes empty, so that its page stands without it, and `onLeftOut` gets the error.
 */
export function createSanitizer(imageBase: string, onLeftOut?: (error: unknown) => void) {
  return (html: string, context?: BodyContext): string => {
    try {
      const safe = sanitizeBody(html, imageBase, parseBody)
      return context ? finishBody(safe, context) : safe
    } catch (error) {
      onLeftOut?.(error)
      return ''
    }
  }
}
