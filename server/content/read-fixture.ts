import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { printParseErrorCode, visit } from 'jsonc-parser'
import { parseJson } from '#contract/json'
import { createJsonLimits, maxJsonBytes } from '#contract/limits/json-limits'
import type { Violation } from '#contract/violations'
import { readIfPresent } from '../files'

/** A parsed fixture file: its value and the digest of its bytes, or its violation. */
export type ReadFixture = { digest?: string; value?: unknown; violation?: Violation; isMissing?: boolean }

/** Reads and parses a JSON file. Returns a missing or invalid file as `violation`. Rejects with a ReadError if it can't be read. */
export async function readFixture(path: string): Promise<ReadFixture> {
  const { bytes, ...unread } = await readFixtureBytes(path)
  if (!bytes) return unread
  return { digest: digestOf(bytes), ...parseText(bytes) }
}

/** Parses the bytes of a JSON file, which may begin with a byte order mark. Returns anything else as `violation`. */
export function parseFixture(bytes: Buffer): Pick<ReadFixture, 'value' | 'violation'> {
  return isUtf8(bytes) ? parseText(bytes) : notUtf8(bytes)
}

function parseText(bytes: Buffer): Pick<ReadFixture, 'value' | 'violation'> {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  const limit = createJsonLimits()(bytes)
  if (limit !== undefined) return unusable('JSON', limit)
  try {
    return { value: parseJson(text) }
  } catch {
    const found = text.trim() === '' ? 'an empty file' : `text that is no JSON: ${firstErrorOf(text)}`
    return unusable('JSON', found)
  }
}

/**
 * Reads the bytes of a fixture file, or returns its violation. Looks at the file first, because a pipe or a device may never end, and a
 * text of more than 512 MB can't be decoded. Rejects with a ReadError if it can't be read.
 */
export async function readFixtureBytes(path: string): Promise<ReadFixture & { bytes?: Buffer }> {
  const stats = await readIfPresent(path, (file) => stat(file))
  if (stats && !stats.isFile()) return unusable('a regular file', stats.isDirectory() ? 'a folder' : 'a special file')
  if (stats && stats.size > maxJsonBytes)
    return unusable(`a file of at most ${maxJsonBytes / 2 ** 20} MB`, `a file of ${stats.size} bytes`)
  const bytes = stats && (await readIfPresent(path, (file) => readFile(file)))
  if (bytes && !isUtf8(bytes)) return notUtf8(bytes)
  return bytes ? { bytes } : { ...unusable('a readable file', 'no such file'), isMissing: true }
}

/** Describes a text that is not UTF-8. Decoding it all the same would show U+FFFD for letters. */
function encodingOf(bytes: Buffer): string {
  const isUtf16 = ['fffe', 'feff'].includes(bytes.toString('hex', 0, 2))
  if (isUtf16) return 'text in UTF-16, as PowerShell writes it'
  let line = 1
  for (let start = 0, end = 0; end < bytes.length; start = end + 1, line++) {
    end = bytes.indexOf('\n', start)
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) break
  }
  return `text in another encoding, such as windows-1256 (line ${line})`
}

const notUtf8 = (bytes: Buffer) => unusable('text in UTF-8', encodingOf(bytes))

const unusable = (expected: string, found: string) => ({ violation: { pointer: '', expected, found } })

export const digestOf = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('base64')

/** Describes the first syntax error with line and column, which `JSON.parse` of Node 20 does not give. */
function firstErrorOf(text: string): string {
  let first: string | undefined
  try {
    visit(
      text,
      {
        onError: (error, _offset, _length, line, column) => {
          const words = printParseErrorCode(error).replace(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
          first = `${words} (line ${line + 1}, column ${column + 1})`
          // Ends the visit, because a text may have millions of errors.
          throw new SyntaxError(first)
        },
      },
      { disallowComments: true },
    )
  } catch {
    return first ?? 'too deep'
  }
  return 'an unknown error'
}
