import type { HomeData } from '#contract/schemas'

/** What the files beside the pages are made of. */
export type Publication = {
  home: HomeData
  /** The product's slug. */
  product: string
  /** What a path is appended to in absolute addresses; without a trailing slash. */
  origin: string
  /** When each list of the home data has last changed. */
  changed: Readonly<Record<keyof HomeData, Date>>
}

export function allAt(time: Date): Publication['changed'] {
  return { courses_categories: time, courses: time, blogs: time, events: time, news: time, team: time, goals: time }
}

/** The addresses of the files beside the pages, and of some that are not there. */
export const isFile = /^(?:\/ar)?\/(?:robots\.txt|(?:sitemap[\w-]*|news|blogs)\.xml|calendar(?:\.ics|\/[^?]*))(?:\?|$)/
