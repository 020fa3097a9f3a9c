import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { applyEdits, type HomeChanges } from '#contract/home-changes'
import { homeChangeFiles } from '../../../scripts/export/home-change-files'
import { emptyFolder } from '../../support/folders'
import { generateContent } from '../../support/generated-content'

const content = generateContent({ seed: 21, size: 6 })
/** The home data of four exports, one after the other. */
const bodies = [0, 1, 2, 3].map((edition) => {
  const courses = content.courses.map((course) => ({ ...course, en_title: `${course.en_title} ${edition}` }))
  return Buffer.from(JSON.stringify({ data: [{ ...content, courses }] }))
})
const digestOf = (body: Buffer) => createHash('sha256').update(body).digest('hex')

/** Makes the change files of each export in turn, into the same folder. Returns those of the last. */
async function exportAll(cacheDir: string): Promise<Map<string, string>> {
  const out = await emptyFolder()
  await mkdir(join(out, 'api/changes'), { recursive: true })
  let files = new Map<string, string>()
  for (const body of bodies) {
    files = await homeChangeFiles({ out, body, cacheDir, warn: () => undefined })
    for (const [path, text] of files) await writeFile(join(out, path), text)
    await writeFile(join(out, 'api/get-data.json'), body)
  }
  return files
}

/** The result of each file's edits, by the numbers of the exports that they start from. */
function resultsOf(files: Map<string, string>) {
  const results = bodies.map((body) => {
    const text = files.get(`api/changes/${digestOf(body)}.json`)
    const { data } = JSON.parse(text ?? '{"data":null}') as { data: HomeChanges }
    return data && applyEdits(String(body), data.edits) === String(bodies.at(-1))
  })
  return { results, count: files.size }
}

test('each earlier export leads to the last, from the home data in CACHE_DIR', async () => {
  expect(resultsOf(await exportAll(await emptyFolder()))).toStrictEqual({ results: [true, true, true, true], count: 4 })
})

test('without CACHE_DIR the changes since the export before are known', async () => {
  expect(resultsOf(await exportAll(''))).toStrictEqual({ results: [null, null, true, true], count: 2 })
})
