import type { HomeData } from '#contract/entities'
import { fullContent } from '../contract-check/drifting-server'

/** Content with a case for each back end format, for an API with the scenario `php-habits`. */
export function legacyContent(): HomeData {
  const site = fullContent()
  site.courses.forEach((course, index) => {
    Object.assign(course, { count: 12 + index, date: `2027-01-${10 + index}T18:30:00` })
    course.tags = index === 0 ? [] : [`Tag ${index}`, 'Python']
  })
  site.courses_categories.forEach((category, index) => {
    category.name = `Data & "AI" ${index}`
  })
  const [course, blog, event] = [site.courses[1], site.blogs[0], site.events[0]]
  for (const item of [course, blog, event]) Object.assign(item ?? {}, { en_title: `R&D: "AI" isn't magic` })
  Object.assign(site.news[0] ?? {}, { image: '' })
  delete site.courses[2]?.date
  return { ...(site as unknown as HomeData), team: [] }
}
