import { listHead } from '#content/head'
import type { ListPageData } from '#content/list-page'
import { type ListOperation, listQuery, lists } from '#content/lists'
import { categoryName } from '#content/page-data'
import { isObject } from '#contract/json'
import { type ListName, listNames, pages } from '#contract/pages'
import { type PageDefinition, pageModule } from '../../layout/page-definition'

const module = pageModule('ListPage', () => import('./ListPage'))

// This module is loaded only for lists, because its search code is as large as the code of all other views together.
let listCode: typeof import('#content/list-page') | undefined

async function prepare(): Promise<void> {
  listCode ??= await import('#content/list-page')
}

function loadedCode(): typeof import('#content/list-page') {
  if (!listCode) throw new Error('not prepared')
  return listCode
}

const listPage = (name: ListName): PageDefinition<ListOperation, ListPageData> => ({
  module,
  head: listHead(name, pages[name].list.of),
  heading: lists[name].title,
  query: (_, product) => listQuery(name, product),
  prepare,
  view: (answer, { search, locale, now }) => {
    const items = isObject(answer) ? answer.courses : answer
    return { name, ...loadedCode().listPageOf(items, pages[name].list.of, search, locale, now) }
  },
})

const courseCategory: PageDefinition<'coursesByCategory', ListPageData> = {
  module,
  head: listHead('courses', 'courses'),
  query: ({ slug = '' }) => ['coursesByCategory', { slug }],
  prepare,
  view: ({ courses, category }, { search, locale, now }) => {
    // Some APIs answer an unknown category with an empty list.
    if (!category && courses.length === 0) return 'missing'
    const page = loadedCode().listPageOf(courses, 'courses', search, locale, now)
    return { name: 'courses', ...page, category: category ? categoryName(category, locale) : undefined }
  },
}

export const listPages = {
  ...(Object.fromEntries(listNames.map((name) => [name, listPage(name)])) as Record<
    ListName,
    ReturnType<typeof listPage>
  >),
  courseCategory,
}
