import { at, describe, type Fault } from '#contract/faults'
import { nearest } from '#contract/nearest'
import { isPictureName, pictureExtensions } from '#contract/picture-files'
import type { HomeData } from '#contract/schemas'

export type FixtureKey = keyof HomeData

/** Checks a list beyond its schema: unique slugs and ids, existing categories, and pictures among `images` if given. */
export function crossCheck(key: FixtureKey, raw: Record<FixtureKey, unknown>, images?: ReadonlySet<string>): Fault[] {
  const list = raw[key]
  if (!Array.isArray(list)) return []
  const faults: Fault[] = []
  const seen = { slug: new Map<unknown, number>(), id: new Map<unknown, number>() }
  const references: { field: string; expected: string; known: ReadonlySet<string> }[] = []
  if (images) {
    const expected = `the name of a file in the images folder that ends in .${pictureExtensions.join(', .')}`
    references.push({ field: 'image', expected, known: new Set([...images].filter(isPictureName)) })
  }
  const categories = raw.courses_categories
  if (key === 'courses' && Array.isArray(categories)) {
    const known = new Set(categories.map((category) => String(at(category, '/slug') ?? '')))
    references.push({ field: 'category', expected: 'the slug of a category in courses_categories.json', known })
  }
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
    for (const { field, expected, known } of references) {
      const value = at(entity, `/${field}`)
      if (typeof value !== 'string' || value === '' || known.has(value)) continue
      const [meant] = nearest(value, known, 1)
      const fault = { pointer: `/${position}/${field}`, expected, found: describe(value) }
      faults.push(meant === undefined ? fault : { ...fault, nearest: meant })
    }
  })
  return faults
}
