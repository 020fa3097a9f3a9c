import type { ListKey, QueryKey } from '#contract/operations'
import { type ListName, listNames, pages, sharedFieldsOf } from '#contract/pages'
import type { Entity } from './cards'
import type { LabelKey } from './i18n'

/** The drawings that stand beside a page's heading. */
export type Artwork = 'star' | 'tablet' | 'sea' | 'arch' | 'dunes'

type ListHeading = { title: LabelKey; intro: LabelKey; art: Artwork }

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
export function listQuery(name: ListName, product: string): QueryKey<ListOperation> {
  const { of } = pages[name].list
  if (of === 'courses') return ['coursesByCategory', { slug: '' }]
  if (of === 'blogs') return ['blogs', undefined]
  // TypeScript cannot tie the operation to its payload.
  return [of, Object.fromEntries(sharedFieldsOf(name, product))] as QueryKey<'events' | 'news'>
}

/** The list that an item belongs to. Events and news have two lists each; `undefined` if the item does not say in which it is. */
export function listNameOf(item: Entity, key: ListKey, product: string): ListName | undefined {
  const isIn = (name: ListName) => sharedFieldsOf(name, product).every(([field, value]) => item[field] === value)
  return listNames.find((name) => pages[name].list.of === key && isIn(name))
}
