import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import type { Plugin } from 'vite'

/**
 * Names the file, line and column of an error in a JSON file under `npm run dev`. Vite 8 puts an object in place of the file's name
 * into its own error, so that its overlay fails and the page does not say which file is wrong.
 */
export function jsonErrors(): Plugin {
  return {
    name: 'json-errors',
    apply: 'serve',
    transform: {
      order: 'pre',
      filter: { id: { include: /\.json$/, exclude: /\/node_modules\// } },
      handler(text) {
        const errors: ParseError[] = []
        // Editors on Windows write a byte order mark, which is no error. The space in its place keeps the columns.
        parse(text.replace(/^\uFEFF/, ' '), errors, { disallowComments: true })
        const [first] = errors
        if (first) this.error(`This is no JSON: ${printParseErrorCode(first.error)}`, first.offset)
      },
    },
  }
}
