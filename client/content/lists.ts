import type { ListKey } from '#contract/operations'
import { type List, type ListName, listNames, pages } from '#contract/pages'
import type { Query } from '#contract/schemas'
import type { artworks } from '../components/PageHeading'
import type { LabelKey } from '../language/i18n'
import type { Entity } from './cards'

type ListHeading = { title: LabelKey; intro: LabelKey; art: keyof typeof artworks }

/** The headings of the site's lists. */
export const lists = {
  courses: { title: 'list.ourCourses', intro: 'courses.intro', art: 'arch' },
  productNews: { title: 'nav.productNews', intro: 'news.productIntro', art: 'tablet' },
  aiNews: { title: 'nav.aiNews', intro: 'news.aiIntro', art: 'tablet' },
  blogs: { title: 'list.ourBlogs', intro: 'blogs.intro', art: 'dunes' },
  freeWorkshops: { title: 'nav.freeWorkshops', intro: 'events.workshopHighlight', art: 'star' },
  programmingCompetitions: {
    title: 'nav.programmingCompetitions',
    intro: 'events.competitionHighlight',
    art: 'star',
  },
} as const satisfies Record<ListName, ListHeading>

export type ListOperation = 'coursesByCategory' | 'blogs' | 'events' | 'news'

/** The query for the items of a list. */
export function listQuery(name: ListName, product: string): Query<ListOperation> {
  const { of, where }: List = pages[name].list
  // TypeScript cannot tie the operation to its payload.
  return (of === 'courses' ? ['coursesByCategory', { slug: '' }] : [of, where?.(product)]) as Query<ListOperation>
}

/** The list that an item belongs to. Events and news have two lists each; `undefined` if the item does not say in which it is. */
export function listNameOf(item: Entity, key: ListKey, product: string): ListName | undefined {
  return listNames.find((name) => {
    const { of, where }: List = pages[name].list
    return of === key && Object.entries(where?.(product) ?? {}).every(([field, value]) => item[field] === value)
  })
}
