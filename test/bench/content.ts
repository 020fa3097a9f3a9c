import type { HomeData } from '#contract/entities'
import { languages } from '../site/page'
import { type Server, startGeneratedSite, startServer } from '../site/start-site'
import { generateContent } from '../support/generated-content'
import { readContent } from '../support/shipped-content'
import { firstOf } from '../support/site-pages'

const { GENERATED: itemsPerList } = process.env

/** The content to measure: the shipped content, or generated content with about `GENERATED` items in each list. */
export const content = itemsPerList
  ? withPlainSlugs(generateContent({ size: Number(itemsPerList) }))
  : await readContent()

/** The pages of a first visit: home, a list and a course in both languages. */
export const pages = languages.flatMap(({ locale, paths }) => [
  { name: `home ${locale}`, path: paths.home() },
  { name: `list ${locale}`, path: paths.courses() },
  { name: `detail ${locale}`, path: paths.course(firstOf(content.courses).slug) },
])

/** Starts the site with `content`. */
export function startMeasuredSite(): Promise<Server> {
  return itemsPerList ? startGeneratedSite({}, content) : startServer({ LOG_LEVEL: 'silent' })
}

/** Gives all items plain slugs, because the peers do not encode addresses. */
function withPlainSlugs(generated: HomeData): HomeData {
  const lists = (['courses', 'news', 'blogs', 'events'] as const).map((key) => {
    return [key, generated[key].map((item, index) => ({ ...item, slug: `${key}-${index}` }))]
  })
  return { ...generated, ...Object.fromEntries(lists) }
}
