import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { deleteAfter, fileErrorText } from '../../contract-check/command-line/files'
import { exitCodes } from '../../contract-check/command-line/options'
import { CommandError } from '../../contract-check/command-line/run-command'
import type { Config } from '../../server/config'
import { fillTemplate, settingsTags } from '../../server/pages/template'
import { checkOutput, makeStage, markerText, type OutputKind, replaceOutput, resolveOutput } from '../output-folder'
import { currentBuild } from '../site-build'

const copied: OutputKind = { name: 'build', marker: '.ugarit-build', command: 'npm run build' }

/**
 * Writes the client of the current build, which `build` makes, into a folder for a static host. Returns the number of files. Throws a
 * UsageError for a folder that is not replaced, before anything is built.
 */
export async function copyClient(
  folder: string,
  config: Pick<Config, 'baseUrl' | 'imageBase' | 'imageHosts' | 'product'>,
  build: () => Promise<void>,
): Promise<number> {
  const out = await resolveOutput(folder)
  await checkOutput(out, copied)
  await build()
  const stage = await makeStage(out)
  return deleteAfter(stage, async (uninterrupted) => {
    try {
      const fresh = join(stage, 'new', basename(out))
      const client = join(currentBuild(), 'client')
      const entries = await readdir(client, { recursive: true, withFileTypes: true })
      const files = entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(client.length + 1))
        // A static host compresses files itself. Only the server reads the manifest.
        .filter((path) => !/^\.vite|\.(?:br|gz)$/.test(path))
      for (const path of files) {
        await mkdir(dirname(join(fresh, path)), { recursive: true })
        await cp(join(client, path), join(fresh, path))
      }
      const [page, worker] = ['index.html', 'sw.js'].map((name) => join(fresh, name)) as [string, string]
      const settings = settingsTags(config, '').replaceAll('\n', '\n    ')
      const html = fillTemplate(await readFile(page, 'utf8'), 'en', { settings })
      await writeFile(page, html)
      // A worker that differs is installed again, and then caches the page with the new settings.
      const digest = createHash('sha256').update(html).digest('hex').slice(0, 16)
      await writeFile(worker, `${await readFile(worker, 'utf8')}\n// ${digest}\n`)
      await writeFile(join(fresh, copied.marker), await markerText(fresh, copied))
      await checkOutput(out, copied)
      await uninterrupted(() => replaceOutput(fresh, out, join(stage, 'old')))
      return files.length
    } catch (error) {
      const text = fileErrorText(error, stage)
      throw text === undefined ? error : new CommandError(exitCodes.unchecked, `${out} is left as it was: ${text}`)
    }
  })
}
