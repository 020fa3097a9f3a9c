import { type Entity, slugOf } from '#content/cards'
import { detailHead, type LabelledPage } from '#content/head'
import { listQuery } from '#content/lists'
import { categoryIn, type DetailPageData, detailOf, relatedIn, siblingsIn } from '#content/page-data'
import { type ItemPage, pages } from '#contract/pages'
import { createPaths } from '#contract/paths'
import { type PageDefinition, pageModule } from '../../layout/page-definition'

const module = pageModule('DetailPage', () => import('./DetailPage'))

/** The page of one item, which `operation` answers. `labels` names the labels of the page's head. */
function detailPage<Name extends 'course' | 'newsItem' | 'blog' | 'event'>(
  page: ItemPage,
  operation: Name,
  labels: LabelledPage,
): PageDefinition<Name, DetailPageData> {
  const listKey = pages[page].items
  return {
    module,
    head: detailHead(labels, listKey),
    query: ({ slug = '' }) => [operation, { slug }],
    startsWithHeading: true,
    view: (answer, { locale, product, params, home, list, sanitize, now, isHeadingOnly }) => {
      // An item without a slug gets the slug of its address.
      const item: Entity = { ...answer, slug: slugOf(answer) || params.slug }
      const { listName, siblings } = siblingsIn(home, listKey, item, product)
      return {
        page,
        ...detailOf(
          item,
          listKey,
          { path: createPaths({ locale, product })[page](slugOf(item)), locale, now },
          isHeadingOnly ? undefined : sanitize,
        ),
        ...(listName && { listName }),
        courseCategory: categoryIn(home, item, locale),
        ...(!isHeadingOnly && relatedIn(siblings ?? list, slugOf(item), listKey, locale, now)),
      }
    },
    listQuery: (answer, home, product) => {
      const { listName, siblings } = siblingsIn(home, listKey, { ...answer }, product)
      return siblings || !listName ? undefined : listQuery(listName, product)
    },
  }
}

export const detailPages = {
  course: detailPage('course', 'course', 'courses'),
  newsItem: detailPage('newsItem', 'newsItem', 'news'),
  blog: detailPage('blog', 'blog', 'blogs'),
  event: detailPage('event', 'event', 'events'),
  freeWorkshop: detailPage('freeWorkshop', 'event', 'freeWorkshops'),
  programmingCompetition: detailPage('programmingCompetition', 'event', 'programmingCompetitions'),
}
