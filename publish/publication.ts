import type { HomeData } from '#contract/schemas'

/** The content and settings that published files are made from. */
export type Publication = {
  home: HomeData
  product: string
  /** The origin of absolute addresses, without a trailing slash. */
  origin: string
  /** The time at which each part of the home data last changed. */
  changed: Readonly<Record<keyof HomeData, Date>>
}

export function allAt(time: Date): Publication['changed'] {
  return { courses_categories: time, courses: time, blogs: time, events: time, news: time, team: time, goals: time }
}

/** Matches the addresses of all published files, and of some that do not exist. */
export const isFile = /^(?:\/ar)?\/(?:robots\.txt|(?:sitemap[\w-]*|news|blogs)\.xml|calendar(?:\.ics|\/[^?]*))(?:\?|$)/
