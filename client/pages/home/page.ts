import { labelHead } from '#content/head'
import { type HomePageData, homePageOf } from '#content/page-data'
import { type PageDefinition, pageModule } from '../../layout/page-definition'

const home: PageDefinition<'homeData', HomePageData> = {
  module: pageModule('HomePage', () => import('./HomePage')),
  head: labelHead('home', 'home'),
  query: () => ['homeData', undefined],
  startsWithHeading: true,
  view: ([answer], { locale, now }) => (answer ? homePageOf(answer, locale, now) : 'missing'),
}

export const homePages = { home }
