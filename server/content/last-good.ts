import { createHash } from 'node:crypto'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { kinds } from '#contract/fields'
import { fixtureNames } from '#contract/fixture-files'
import { parseJson } from '#contract/json'
import { draftPattern, makeFolder, readIfPresent, replaceFile, retryReading } from '../files'
import type { Content } from './content-index'
import { createLoad, type FixtureFiles } from './load'

export type LastGood = ReturnType<typeof createLastGood>

/** A draft older than this many milliseconds is left over from a killed process and is deleted. */
const longestCopying = 60 * 60 * 1_000

/**
 * Copies the last valid fixtures to `cacheDir`, so that the server can start while the fixtures are invalid. Each pair of product
 * and fixtures folder has a file of its own, with one line of JSON per list. Several processes may share the folder.
 */
export function createLastGood(cacheDir: string, { fixturesDir, product }: { fixturesDir: string; product: string }) {
  const key = createHash('sha1').update(`${product} ${fixturesDir}`).digest('hex').slice(0, 12)
  const folder = join(cacheDir, 'content')
  const path = join(folder, `${key}.jsonl`)
  return {
    /**
     * Returns `undefined` if the copy is missing or spoilt. Rejects with a ReadError if it can't be read. Does not check references to
     * pictures, because a missing picture may be why the copy is read.
     */
    read: async (): Promise<Content | undefined> => {
      const text = await retryReading(() => readIfPresent(path, (file) => readFile(file, 'utf8')))
      try {
        const lines = (text ?? '').trim().split('\n')
        const parts = lines.map((line) => parseJson(line) as { key: string; changed: string; value: unknown })
        const files = {
          raw: Object.fromEntries(parts.map(({ key, value }) => [key, value])),
          changed: Object.fromEntries(parts.map(({ key, changed }) => [key, new Date(changed)])),
        } as Pick<FixtureFiles, 'raw' | 'changed'>
        if (kinds.some((kind) => files.raw[kind] === undefined)) return undefined
        return await createLoad(product)({ ...files, violations: [] }, 1)
      } catch {
        return undefined
      }
    },
    /** Replaces the copy in one step, because another process may read or write it. */
    keep: async (content: Content): Promise<void> => {
      await makeFolder(folder)
      await removeOldDrafts(folder).catch(() => undefined)
      await replaceFile(path, linesOf(content))
    },
  }
}

async function removeOldDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (draftPattern.test(name) && (await stat(path)).mtimeMs < Date.now() - longestCopying) await rm(path)
  }
}

/** Makes one line at a time, because the text of all lists together takes too much memory. */
function* linesOf({ homeData: [home], site, changed }: Content): Generator<string> {
  const values = { ...home, site }
  for (const key of fixtureNames) yield `${JSON.stringify({ key, changed: changed[key], value: values[key] })}\n`
}
