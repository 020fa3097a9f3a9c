import { at, describe, type Fault } from '#contract/faults'
import { nearest } from '#contract/nearest'
import type { HomeData } from '#contract/schemas'

export type FixtureKey = keyof HomeData

/** What a schema of one file can't say: unique slugs and ids, categories that exist, pictures that are there. */
export function crossCheck(key: FixtureKey, raw: Record<FixtureKey, unknown>, images: ReadonlySet<string>): Fault[] {
  const list = raw[key]
  if (!Array.isArray(list)) return []
  const faults: Fault[] = []
  const seen = { slug: new Map<unknown, number>(), id: new Map<unknown, number>() }
  const categories = key === 'courses' ? slugsOf(raw.courses_categories) : undefined
  list.forEach((entity: unknown, position) => {
    for (const field of ['slug', 'id'] as const) {
      const value = at(entity, `/${field}`)
      if (value === undefined) continue
      const first = seen[field].get(value)
      if (first === undefined) seen[field].set(value, position)
      else
        faults.push({
          pointer: `/${position}/${field}`,
          expected: `${field === 'id' ? 'an' : 'a'} ${field} of its own`,
          found: `${describe(value)}, which /${first}/${field} has already`,
        })
    }
    const image = at(entity, '/image')
    if (typeof image === 'string' && image !== '' && !images.has(image)) {
      faults.push(
        withNearest(
          {
            pointer: `/${position}/image`,
            expected: 'the name of a file in the images folder',
            found: describe(image),
          },
          image,
          images,
        ),
      )
    }
    const category = at(entity, '/category')
    if (categories && typeof category === 'string' && category !== '' && !categories.has(category)) {
      faults.push(
        withNearest(
          {
            pointer: `/${position}/category`,
            expected: 'the slug of a category in courses_categories.json',
            found: describe(category),
          },
          category,
          categories,
        ),
      )
    }
  })
  return faults
}

function slugsOf(list: unknown): Set<string> | undefined {
  if (!Array.isArray(list)) return undefined
  return new Set(list.map((entity) => at(entity, '/slug')).filter((slug) => typeof slug === 'string'))
}

function withNearest(fault: Fault, word: string, candidates: Iterable<string>): Fault {
  const [meant] = nearest(word, candidates, 1)
  return meant === undefined ? fault : { ...fault, nearest: meant }
}
