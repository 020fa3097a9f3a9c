import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type HomeChanges, homeChangesPath } from '#contract/home-changes'
import { operations } from '#contract/operations'
import { createHomeVersions, digestOf } from '../../server/api/home-versions'
import { editsBetween } from '../../server/api/text-edits'

type Options = {
  /** The folder of the export before, if there is one. */
  out: string
  /** The new response to `homeData`. */
  body: Buffer
  cacheDir: string
  warn: (text: string) => void
}

/**
 * Makes the files with the changes of the home data since earlier exports, by their paths. The home data of the last export is in
 * `out`, that of the exports before it in `cacheDir`.
 */
export async function homeChangeFiles({ out, body, cacheDir, warn }: Options): Promise<Map<string, string>> {
  const versions = createHomeVersions(cacheDir, warn)
  const digest = digestOf(body)
  await versions.write(digest, body)
  const last = await readFile(fileAt(out, operations.homeData.path)).catch(() => undefined)
  if (last) await versions.write(digestOf(last), last)

  const names = await readdir(dirname(fileAt(out, homeChangesPath(digest)))).catch(() => [])
  const earlier = [...names.map((name) => basename(name, '.json')), ...(last ? [digestOf(last)] : [])]
  const files = new Map<string, string>()
  for (const known of new Set([digest, ...earlier])) {
    const before = await versions.read(known)
    const edits = before === undefined ? undefined : editsBetween(before, String(body))
    if (!edits) continue
    const changes: HomeChanges = { digest, edits }
    files.set(fileAt('', homeChangesPath(known)), JSON.stringify({ data: changes }))
  }
  return files
}

/** The file of an address of the API in an export. */
function fileAt(folder: string, path: string): string {
  return `${join(folder, path.slice(1))}.json`
}
