import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HomeData } from '#contract/schemas'

/** The lists with pages of their own. */
const grown = ['courses', 'blogs', 'events', 'news'] as const

/**
 * Repeats the items of each such list up to a length, each with a slug and an id of its own and of constant length. So the first
 * pages of two sizes differ only by the effects of growth, not by other texts.
 */
export function growContent(content: HomeData, itemsPerList: number): HomeData {
  const grow = <Item extends { slug: string; id?: number }>(list: Item[]): Item[] =>
    Array.from({ length: itemsPerList }, (_, index) => {
      const item = list[index % list.length] as Item // the shipped lists aren't empty
      return { ...item, slug: `${item.slug}-${100_000 + index}`, ...(item.id !== undefined && { id: 100_000 + index }) }
    })
  return {
    ...content,
    ...Object.fromEntries(grown.map((key) => [key, grow<{ slug: string; id?: number }>(content[key])])),
  }
}

/** Writes content as a folder of fixtures; returns its size in bytes. */
export async function writeFixtures(content: HomeData, folder: string): Promise<number> {
  await mkdir(folder, { recursive: true })
  let size = 0
  for (const [key, value] of Object.entries(content)) {
    const text = JSON.stringify(value, null, 2)
    size += Buffer.byteLength(text)
    await writeFile(join(folder, `${key}.json`), text)
  }
  return size
}
