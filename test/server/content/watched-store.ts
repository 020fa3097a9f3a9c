import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { LastGood } from '../../../server/content/last-good'
import { openStore } from '../../../server/content/store'
import { tempContent } from '../../support/app'

/** Makes the text of a fixture with one blog post. */
export const blog = (slug: string, more = {}) => JSON.stringify([{ slug, en_title: slug, image: 'plain.png', ...more }])

type Folders = { fixturesDir: string; imagesDir: string }

/** Opens a store that watches its content. `until` waits for a log line that comes after the last call of `until`. */
export async function watchedStore(folders: Folders | Promise<Folders> = tempContent(), lastGood?: LastGood) {
  const dirs = await folders
  const store = await openStore({ ...dirs, product: 'ugarit', lastGood })
  onTestFinished(store.close)
  const lines: string[] = []
  const add = (line: string) => void lines.push(line)
  store.watch({ info: add, warn: add })
  let seen = 0
  const until = async (text: string): Promise<string> => {
    const find = () => lines.findIndex((line, position) => position >= seen && line.includes(text))
    await expect.poll(find, { interval: 5 }).toBeGreaterThanOrEqual(0)
    const line = lines[find()] ?? ''
    seen = find() + 1
    return line
  }
  const save = (key: string, text: string) => writeFile(join(dirs.fixturesDir, `${key}.json`), text)
  const shows = (slugs: string[]) =>
    expect.poll(() => store.content().homeData[0].blogs.map(({ slug }) => slug), { interval: 5 }).toStrictEqual(slugs)
  return { ...dirs, store, lines, until, save, shows }
}
