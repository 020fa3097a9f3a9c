import type { Content } from '../../content/look-ups'
import { contentChanges } from './rewrites'
import type { Behaviour, NamedScenario } from './scenario-files'

/** The longest delay of a slug such as `slow-5000`, in milliseconds. Longer than the client's timeout of 20 s. */
const longestDelay = 60_000

/**
 * The scenario of a failing slug such as `error-503` or `long`, which make every state of a page visible; `undefined` for another
 * slug or one of the content. The first item of each list gets the slug, and the first category all courses.
 */
export function scenarioOfSlug(slug: unknown, { homeData: [home], bySlug }: Content): NamedScenario | undefined {
  const behaviour = typeof slug === 'string' && behaviourOf(slug)
  if (!behaviour || Object.values(bySlug).some((items) => items.has(slug))) return undefined
  const data = Object.fromEntries(
    (['courses', 'courses_categories', 'blogs', 'events', 'news'] as const).map((key) => {
      const [first] = home[key]
      const rewrite = Object.hasOwn(contentChanges, slug) && { rewrite: slug }
      return [key, { ...(first && { items: { [first.slug]: { slug } } }), ...rewrite }]
    }),
  )
  const courses = { ...data.courses, each: { category: slug } }
  return { name: slug, description: 'A failing slug', breaksContract: true, data: { ...data, courses }, behaviour }
}

function behaviourOf(slug: string): Behaviour[] | undefined {
  const [, word, digits] = /^(error|slow)-(\d{1,5})$/.exec(slug) ?? []
  const number = Number(digits)
  if (word === 'error' && number >= 400 && number < 600) return [{ slug, status: number }]
  if (word === 'slow' && number <= longestDelay) return [{ slug, delay: number }]
  if (slug === 'drop') return [{ slug, drop: true }]
  if (slug === 'malformed' || slug === 'html' || slug === 'empty') return [{ slug, body: slug }]
  return Object.hasOwn(contentChanges, slug) ? [] : undefined
}
