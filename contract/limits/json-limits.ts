/** The maximum number of bytes of a response. The home data with 10,000 items takes 48 MB. */
export const maxJsonBytes = 64 * 2 ** 20

/** The maximum number of values in a response. 10,000 items with 50 fields each have so many. */
export const maxJsonValues = 500_000

/** The maximum nesting depth of a response. A deeper one could overflow the stack of recursive code. */
export const maxJsonLevels = 100

const tooMany = `more than ${maxJsonValues} values`

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Creates a function that reads a JSON text in UTF-8 chunk by chunk, without parsing it. It returns a limit that the text exceeds
 * so far, in words, or `undefined`. A few kilobytes of compressed JSON can hold millions of values, which take minutes and gigabytes
 * to read.
 */
export function createJsonLimits(maxBytes = maxJsonBytes): (chunk: Uint8Array) => string | undefined {
  let bytes = 0
  let values = 1
  let levels = 0
  let isText = false
  let isEscaped = false
  return (chunk) => {
    bytes += chunk.length
    if (bytes > maxBytes) return `more than ${maxBytes} bytes`
    for (const byte of chunk) {
      if (isText) {
        if (isEscaped) isEscaped = false
        else if (byte === backslash) isEscaped = true
        else if (byte === quote) isText = false
      } else if (byte === quote) isText = true
      else if (byte === comma) {
        if (++values > maxJsonValues) return tooMany
      } else if (byte === closeBracket || byte === closeBrace) levels--
      else if (byte === openBracket || byte === openBrace) {
        if (++values > maxJsonValues) return tooMany
        if (++levels > maxJsonLevels) return `lists and objects nested more than ${maxJsonLevels} levels deep`
      }
    }
    return undefined
  }
}
