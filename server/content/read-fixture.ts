import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import type { Fault } from '#contract/faults'
import { parseJson } from '#contract/json'
import { readIfPresent } from '../files'

/** A parsed fixture file: its value and the digest of its bytes, or its fault. */
export type ReadFixture = { digest?: string; value?: unknown; fault?: Fault }

/** Reads and parses a JSON file. Returns a missing or invalid file as `fault`. Rejects with a ReadError if it can't be read. */
export async function readFixture(path: string): Promise<ReadFixture> {
  const bytes = await readIfPresent(path, (file) => readFile(file))
  if (!bytes) return { fault: { pointer: '', expected: 'a readable file', found: 'no such file' } }
  const digest = digestOf(bytes)
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  try {
    return { digest, value: parseJson(text) }
  } catch {
    const found = text.trim() === '' ? 'an empty file' : `text that is no JSON: ${firstErrorOf(text)}`
    return { fault: { pointer: '', expected: 'JSON', found } }
  }
}

export const digestOf = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('base64')

/** Describes the first syntax error with line and column, which `JSON.parse` of Node 20 does not give. */
function firstErrorOf(text: string): string {
  const errors: ParseError[] = []
  try {
    parse(text, errors, { disallowComments: true })
  } catch {
    return 'too deep'
  }
  const [{ error, offset } = { error: 0, offset: 0 }] = errors
  const words = printParseErrorCode(error).replace(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  const lines = text.slice(0, offset).split('\n')
  return `${words} (line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1})`
}
