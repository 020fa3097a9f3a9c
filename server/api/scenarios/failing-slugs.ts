import { slugKinds } from '#contract/fields'
import type { Behaviour, NamedScenario, Scenario } from '#contract/scenario'
import arabicOnly from '../../../fixtures/scenarios/arabic-only.json' with { type: 'json' }
import brokenPictures from '../../../fixtures/scenarios/broken-pictures.json' with { type: 'json' }
import englishOnly from '../../../fixtures/scenarios/english-only.json' with { type: 'json' }
import longTexts from '../../../fixtures/scenarios/long-texts.json' with { type: 'json' }
import minimal from '../../../fixtures/scenarios/minimal.json' with { type: 'json' }
import mixed from '../../../fixtures/scenarios/mixed.json' with { type: 'json' }
import type { Content } from '../../content/content-index'

/** The longest delay of a slug such as `slow-5000`, in milliseconds. It is longer than the client's timeout of 20 s. */
const longestDelay = 60_000

/** The scenarios whose content a failing slug shows. The build includes them, because a deployment may have other fixtures. */
const contents: Record<string, Scenario> = {
  'no-image': brokenPictures,
  // TypeScript reads the languages in JSON files as any text.
  'arabic-only': arabicOnly as Scenario,
  'english-only': englishOnly as Scenario,
  minimal,
  long: longTexts,
  mixed,
}

/**
 * The scenarios of a failing slug, such as `error-503` or `long`; none for any other slug and for a slug of the content. They
 * give the slug to the first item of each list, also to a category, and put all courses into that category.
 */
export function scenariosOfSlug(slug: unknown, { homeData: [home], bySlug }: Content): NamedScenario[] {
  if (typeof slug !== 'string' || slugKinds.some((kind) => bySlug(kind).has(slug))) return []
  const content = Object.hasOwn(contents, slug) ? contents[slug] : undefined
  const behaviour = behaviourOf(slug)
  if (!behaviour && !content) return []
  const renamed = slugKinds.map((key) => {
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
  return [itself, ...(content ? [{ name: slug, ...content }] : [])]
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
