import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type ParseError, parse } from 'jsonc-parser'
import type { Fault } from '#contract/faults'

/** A fixture file as it was read: its value and a digest of its bytes, or what is wrong with it. */
export type ReadFixture = { digest?: string; value?: unknown; fault?: Fault }

/** Reads a file of JSON. Never rejects. */
export async function readFixture(path: string): Promise<ReadFixture> {
  let text: string
  let digest: string
  try {
    const bytes = await readFile(path)
    digest = createHash('sha1').update(bytes).digest('base64')
    text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    const found = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'no such file' : String(error)
    return { fault: { pointer: '', expected: 'a readable file', found } }
  }
  try {
    return { digest, value: JSON.parse(text) as unknown }
  } catch (error) {
    const found =
      text.trim() === ''
        ? 'an empty file'
        : `text that is no JSON: ${messageOf(error as Error)}${lineOf(text, error as Error)}`
    return { fault: { pointer: '', expected: 'JSON', found } }
  }
}

/** V8's message in one line, without the place that Node.js 22 and later tell in it: `lineOf` tells it alike everywhere. */
function messageOf({ message }: Error): string {
  return message.replace(/\s+/g, ' ').replace(/ \(line \d+ column \d+\)$/, '')
}

/** Where JSON.parse stopped, as people count: V8 tells an offset or nothing, editors show lines. */
function lineOf(text: string, { message }: Error): string {
  const [, position] = /in JSON at position (\d+)/.exec(message) ?? []
  const lines = text.slice(0, position ? Number(position) : firstError(text)).split('\n')
  return ` (line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1})`
}

/** The offset of the first error; none in a text that is too deep for this parser. */
function firstError(text: string): number | undefined {
  const errors: ParseError[] = []
  try {
    parse(text, errors, { disallowComments: true })
  } catch {}
  return errors[0]?.offset
}
