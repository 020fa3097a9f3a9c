import type { HomeData } from '#contract/entities'

/**
 * Repeats the items of the lists until each list has `itemsPerList` items, with unique slugs and ids of constant length. So a first
 * page of a longer list differs only by the effects of growth, not by other texts.
 */
export function growContent(content: HomeData, itemsPerList: number): HomeData {
  const lists = (['courses', 'blogs', 'events', 'news'] as const).map((key) => {
    const list: { slug: string; id?: number }[] = content[key]
    const grown = Array.from({ length: itemsPerList }, (_, index) => {
      const { slug, id, ...rest } = list[index % list.length] ?? { slug: '' }
      return { ...rest, slug: `${slug}-${100_000 + index}`, ...(id !== undefined && { id: 100_000 + index }) }
    })
    return [key, grown] as const
  })
  return { ...content, ...Object.fromEntries(lists) } as HomeData
}
