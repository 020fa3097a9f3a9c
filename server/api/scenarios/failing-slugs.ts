import type { Content } from '../../content/look-ups'
import type { Behaviour, NamedScenario } from './scenario-files'

/** The longest delay of a slug such as `slow-5000`, in milliseconds. Longer than the client's timeout of 20 s. */
const longestDelay = 60_000

/** The scenario files whose content a failing slug shows. */
const files: Record<string, string> = {
  'no-image': 'broken-pictures',
  'arabic-only': 'arabic-only',
  'english-only': 'english-only',
  minimal: 'minimal',
  long: 'long-texts',
  mixed: 'mixed',
}

/**
 * The scenarios of a failing slug such as `error-503` or `long`, which make every state of a page visible; none for another slug
 * or one of the content. The first item of each list gets the slug, and the first category all courses.
 */
export function scenariosOfSlug(
  slug: unknown,
  { homeData: [home], bySlug }: Content,
  named: (names: string[]) => NamedScenario[],
): NamedScenario[] {
  if (typeof slug !== 'string' || Object.values(bySlug).some((items) => items.has(slug))) return []
  const file = Object.hasOwn(files, slug) ? files[slug] : undefined
  const behaviour = behaviourOf(slug)
  if (!behaviour && !file) return []
  const renamed = (['courses', 'courses_categories', 'blogs', 'events', 'news'] as const).map((key) => {
    const [first] = home[key]
    return [key, first ? { items: { [first.slug]: { slug } } } : {}] as const
  })
  const { courses, ...others } = Object.fromEntries(renamed)
  const data = { ...others, courses: { ...courses, each: { category: slug } } }
  const itself = {
    name: slug,
    description: 'A failing slug',
    breaksContract: true,
    data,
    ...(behaviour && { behaviour }),
  }
  return [itself, ...(file ? named([file]) : [])]
}

function behaviourOf(slug: string): Behaviour[] | undefined {
  const [, word, digits] = /^(error|slow)-(\d{1,5})$/.exec(slug) ?? []
  const number = Number(digits)
  if (word === 'error' && number >= 400 && number < 600) return [{ slug, status: number }]
  if (word === 'slow' && number <= longestDelay) return [{ slug, delay: number }]
  if (slug === 'drop') return [{ slug, drop: true }]
  if (slug === 'malformed' || slug === 'html' || slug === 'empty') return [{ slug, body: slug }]
  return undefined
}
