import type { Item, Site } from './contract/drifting-server'

/** Changes content so that it has a case for each back end format. */
export function habitualSite(site: Site): void {
  site.courses.forEach((course, index) => {
    Object.assign(course, { count: 12 + index, date: `2027-01-${10 + index}T18:30:00` })
    course.tags = index === 0 ? [] : [`Tag ${index}`, 'Python']
  })
  site.courses_categories.forEach((category, index) => {
    category.name = `Data & "AI" ${index}`
  })
  const [course, blog, event] = [site.courses[1], site.blogs[0], site.events[0]]
  for (const item of [course, blog, event]) Object.assign(item ?? {}, { en_title: `R&D: "AI" isn't magic` })
  site.team = []
}

/**
 * Rewrites an answer of the contract to the formats that a database behind PHP may give. `pictures` is the address of its pictures
 * folder.
 */
export function habitual(data: unknown, pictures: string, isSingle = false): unknown {
  const read = inner(data, '', pictures)
  return isSingle && data !== undefined ? [read] : read
}

/** The API's routes for single items. */
export const singleRoutes = /^get-(?:course|courses-by-id|blog|blog-by-id|event|next-new)$/

function inner(value: unknown, field: string, pictures: string): unknown {
  if (Array.isArray(value)) {
    // An empty answer stays a list; an empty field becomes null.
    if (value.length === 0) return field ? null : value
    if (field === 'tags') return value.length % 2 ? JSON.stringify(value) : value.join(', ')
    return value.map((entry) => inner(entry, '', pictures))
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value as Item).map(([key, child]) => [key, inner(child, key, pictures)])
    const copy = Object.fromEntries(entries) as Item
    return field === 'goals' || field === 'category' ? [copy] : copy
  }
  if (field === 'id' || field === 'count') return String(value)
  if (field.endsWith('_news')) return value ? 1 : '0'
  if (typeof value !== 'string') return value
  if (field === 'date') return value.replace('T', ' ')
  if (field === 'image') return pictures + encodeURIComponent(value)
  if (/title|name$/.test(field))
    return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')
  return value
}
