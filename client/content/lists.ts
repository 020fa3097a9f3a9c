import type { Paths } from '#contract/paths'
import type { artworks } from '../components/PageHeading'
import type { LabelKey } from '../language/i18n'

type List = { title: LabelKey; intro: LabelKey; art: keyof typeof artworks; item: keyof Paths }

/** The site's lists by the names of their paths. `title`, `intro` and `art` make a list's heading; `item` names its items' path. */
export const lists = {
  courses: { title: 'list.ourCourses', intro: 'courses.intro', art: 'arch', item: 'course' },
  productNews: { title: 'nav.productNews', intro: 'news.productIntro', art: 'tablet', item: 'newsItem' },
  aiNews: { title: 'nav.aiNews', intro: 'news.aiIntro', art: 'tablet', item: 'newsItem' },
  blogs: { title: 'list.ourBlogs', intro: 'blogs.intro', art: 'dunes', item: 'blog' },
  freeWorkshops: { title: 'nav.freeWorkshops', intro: 'events.workshopHighlight', art: 'star', item: 'freeWorkshop' },
  programmingCompetitions: {
    title: 'nav.programmingCompetitions',
    intro: 'events.competitionHighlight',
    art: 'star',
    item: 'programmingCompetition',
  },
} as const satisfies Record<string, List>

export type ListName = keyof typeof lists
