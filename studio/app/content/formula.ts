import temml from 'temml'
import { parseBody } from '#contract/markup/parse-body'
import { sanitizeBody } from '#contract/markup/sanitize-body'
import { imageBase } from '../fields'

/** Makes MathML of a formula in TeX, in the form in which the site shows it. `undefined` if it is no TeX. */
export function formulaHtml(tex: string, isBlock: boolean): string | undefined {
  try {
    return sanitizeBody(temml.renderToString(tex, { displayMode: isBlock, throwOnError: true }), imageBase, parseBody)
  } catch {
    return undefined
  }
}
