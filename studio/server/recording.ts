import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, parse } from 'node:path'
import type { JsonObject } from '#contract/json'
import { isPictureName } from '#contract/picture-files'
import { UsageError } from '../../contract-check/command-line/options'
import { CommandError } from '../../contract-check/command-line/run-command'
import { RecordError, record, recordingText } from '../../scripts/record/record'
import { ProblemError } from '../../server/http/problem'
import { createContentFiles, type StudioOptions } from './content-files'
import { addPicture, listPictures } from './pictures'

/** Records another API's content into a temporary folder, from which the studio takes single items. */
export function createRecording({ imagesDir, product }: StudioOptions) {
  const out = mkdtempSync(join(tmpdir(), 'studio-recording-'))
  const files = createContentFiles({ fixturesDir: join(out, 'fixtures'), imagesDir: join(out, 'images'), product })

  const make = async (url: string) => {
    await record({ url, product, out }).catch((error: unknown) => {
      if (error instanceof RecordError) throw new ProblemError(502, `${recordingText(error)}${error.message}`)
      throw error instanceof UsageError || error instanceof CommandError ? new ProblemError(502, error.message) : error
    })
    return files.read()
  }

  /** Copies the items' pictures into the images folder. Returns the items with the names of these copies. */
  const takePictures = async (items: JsonObject[]): Promise<JsonObject[]> => {
    const taken = new Map<unknown, string>((await listPictures(imagesDir)).map((name) => [name, name]))
    for (const name of items.map(({ image }) => String(image)).filter(isPictureName)) {
      const bytes = await readFile(join(out, 'images', name)).catch(() => undefined)
      // Without its extension, a picture gets that of its format.
      if (bytes && !taken.has(name)) taken.set(name, (await addPicture(imagesDir, parse(name).name, bytes)).name)
    }
    return items.map((item) => (taken.has(item.image) ? { ...item, image: taken.get(item.image) } : item))
  }

  return { make, takePictures, remove: () => rmSync(out, { recursive: true, force: true }) }
}
