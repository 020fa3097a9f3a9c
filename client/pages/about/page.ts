import { labelHead } from '#content/head'
import type { LabelKey } from '#content/i18n'
import { type AboutPageData, membersOf, safeHtml } from '#content/page-data'
import { createPaths } from '#contract/paths'
import { type PageDefinition, pageModule } from '../../layout/page-definition'

const module = pageModule('AboutPage', () => import('./AboutPage'))

/** Both pages about the institute have the same view (spec section 2). `goal` is the field of `goals` that has the text. */
const aboutPage = (
  page: AboutPageData['page'],
  heading: LabelKey,
  goal: string,
): PageDefinition<'homeData', AboutPageData> => ({
  module,
  head: labelHead(page, 'about'),
  heading,
  query: () => ['homeData', undefined],
  view: ([home], { locale, product, sanitize }) => ({
    page,
    text:
      home?.goals && safeHtml(home.goals, goal, { path: createPaths({ locale, product })[page](), locale }, sanitize),
    members: page === 'whoWeAre' ? membersOf(home?.team, locale) : [],
  }),
})

export const aboutPages = {
  whoWeAre: aboutPage('whoWeAre', 'about.whoWeAre', 'who_we_are'),
  ourMission: aboutPage('ourMission', 'mission.title', 'mission'),
}
