import type { HomeData } from '#contract/entities'
import { kinds } from '#contract/fields'

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
  return Object.fromEntries(kinds.map((kind) => [kind, time])) as Record<keyof HomeData, Date> // one entry per kind
}

/** Matches the addresses of all published files, and of some that do not exist. */
export const isFile = /^(?:\/ar)?\/(?:robots\.txt|(?:sitemap[\w-]*|news|blogs)\.xml|calendar(?:\.ics|\/[^?]*))(?:\?|$)/
