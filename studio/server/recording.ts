import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isPictureName } from '#contract/picture-files'
import { recordCommand } from '../../scripts/record/command'
import { fixtureKeys } from '../../server/content/load'
import { ProblemError } from '../../server/http/problem'
import type { Pictures } from './pictures'

/** Records another API's content into a temporary folder, from which the studio takes single items. */
export function createRecording(product: string) {
  let folder: string | undefined
  const remove = async () => {
    if (folder) await rm(folder, { recursive: true, force: true })
    folder = undefined
  }

  const make = async (url: string) => {
    await remove()
    folder = await mkdtemp(join(tmpdir(), 'studio-recording-'))
    const out = folder
    let output = ''
    const stream = { write: (text: string) => (output += text) }
    const code = await recordCommand(['--out', out, '--product', product, '--', url], {
      stdout: stream,
      stderr: stream,
    })
    if (code !== 0) throw new ProblemError(502, output.trim() || `${url} could not be recorded.`)
    const texts = await Promise.all(fixtureKeys.map((kind) => readFile(join(out, 'fixtures', `${kind}.json`), 'utf8')))
    return Object.fromEntries(fixtureKeys.map((kind, index) => [kind, JSON.parse(texts[index] ?? 'null')]))
  }

  /** Adds recorded pictures, and gives the name that each has here. */
  const takePictures = async (names: string[], pictures: Pictures): Promise<Record<string, string>> => {
    const here = await pictures.list()
    const taken: Record<string, string> = {}
    for (const name of new Set(names.filter(isPictureName))) {
      const bytes = folder && (await readFile(join(folder, 'images', name)).catch(() => undefined))
      if (bytes) taken[name] = here.includes(name) ? name : (await pictures.add(name, bytes)).name
    }
    return taken
  }

  return { make, takePictures, remove }
}
