import type { HomeData, SiteSettings } from '#contract/entities'
import { kinds } from '#contract/fields'

/** The content and settings that published files are made from. */
export type Publication = {
  home: HomeData
  product: string
  site: SiteSettings
  /** The origin of absolute addresses, without a trailing slash. */
  origin: string
  /** The time at which each part of the home data last changed. */
  changed: Readonly<Record<keyof HomeData, Date>>
  /** Called with the error if a part of a file, such as an item of a feed, cannot be made and is left out. */
  onLeftOut?: ((error: unknown) => void) | undefined
}

/** The parts of a file, one for each value. A part that cannot be made is left out, so that the rest of the file stands. */
export function partsOf<Value, Part>(
  values: Iterable<Value>,
  make: (value: Value) => Part,
  onLeftOut: Publication['onLeftOut'],
): Part[] {
  const parts: Part[] = []
  for (const value of values) {
    try {
      parts.push(make(value))
    } catch (error) {
      onLeftOut?.(error)
    }
  }
  return parts
}

export function allAt(time: Date): Publication['changed'] {
  return Object.fromEntries(kinds.map((kind) => [kind, time])) as Record<keyof HomeData, Date> // one entry per kind
}

/** Matches the addresses of all published files, and of some that do not exist. */
export const isFile = /^(?:\/ar)?\/(?:robots\.txt|(?:sitemap[\w-]*|news|blogs)\.xml|calendar(?:\.ics|\/[^?]*))(?:\?|$)/
