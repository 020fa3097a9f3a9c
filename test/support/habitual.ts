import { inHabits } from '../../server/api/scenarios/back-end-habits'
import type { Site } from '../scripts/contract/drifting-server'

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

/** Rewrites an answer as the scenario `php-habits` does. `pictures` is the address of the pictures folder. */
export function habitual(data: unknown, pictures: string, isSingle = false): unknown {
  return inHabits(isSingle ? 'course' : 'blogs', data, pictures)
}

/** The API's routes for single items. */
export const singleRoutes = /^get-(?:course|courses-by-id|blog|blog-by-id|event|next-new)$/
