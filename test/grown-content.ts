import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HomeData } from '#contract/schemas'

/** The lists that grow. */
const grown = ['courses', 'blogs', 'events', 'news'] as const

/**
 * Content with so many items in each list that has pages: the given ones over and over, each under a slug and an id of its own of
 * always the same length. So the first pages of two sizes differ by what growth itself does to them, not by other texts.
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

/** Writes content as a folder of fixtures; gives its size in bytes. */
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
