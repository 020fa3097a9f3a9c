import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HomeData } from '#contract/entities'
import { openStore } from '../../../server/content/store'
import type { Hooks, Item } from '../../contract-check/drifting-server'
import { serve } from '../../contract-check/run'
import { emptyFolder } from '../../support/folders'
import { run } from '../run-command'

/** Starts a server with hooks, and makes an empty folder to record its content into. */
export async function recordingOf(hooks: Hooks = {}) {
  const { url, site } = await serve(hooks)
  const out = await emptyFolder()
  return {
    url,
    site,
    out,
    record: (...more: string[]) => run('record', [url, '--out', out, ...more]),
    pictures: () => readdir(join(out, 'images')),
    fixture: async (key: string) => JSON.parse(await readFile(join(out, 'fixtures', `${key}.json`), 'utf8')) as Item[],
  }
}

/** Returns the content of a folder as a server loads it at its start. */
export async function servedContent(out: string): Promise<HomeData | undefined> {
  const [fixturesDir, imagesDir] = [join(out, 'fixtures'), join(out, 'images')]
  const store = await openStore({ fixturesDir, imagesDir, product: 'ugarit' })
  store.close()
  return store.content().homeData[0]
}
