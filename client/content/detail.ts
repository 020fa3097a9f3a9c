import type { Locale } from '#contract/locales'
import { base } from '#contract/paths'
import {
  excerptOf,
  formatDate,
  hasPassed,
  httpUrl,
  type LocalDate,
  type LocalText,
  localize,
} from '../language/localize'
import { type Entity, headlineOf, imageOf, tagsOf, textOf } from './cards'

/** Sanitised HTML, with its language if that is not the page's. */
export type SafeHtml = { html: string; locale?: Locale }

export type Sanitize = (html: string) => string

/** The data of an item's own page. */
export type Detail = {
  slug: string
  title: LocalText
  description?: LocalText
  image?: string
  body?: SafeHtml
  tags: string[]
  author?: LocalText
  date?: LocalDate
  /** True if the date had passed when the page was rendered; a cached page may be older. */
  isPast?: boolean
  hours?: number
  registrationLink?: string
  link?: string
}

export type Member = { name: LocalText; image?: string; headline?: LocalText; bio?: LocalText }

export function detailOf(item: Entity, locale: Locale, sanitize: Sanitize): Detail {
  const date = formatDate(item.date)
  const optional = {
    description: excerptOf(localize(item, 'description', locale), 155),
    image: imageOf(item),
    body: safeHtml(localize(item, 'body', locale), sanitize),
    author: textOf(localize(item, 'author', locale)),
    date,
    isPast: (date && hasPassed(date)) || undefined,
    hours: typeof item.count === 'number' && item.count > 0 ? item.count : undefined,
    registrationLink: httpUrl(item.registration_link),
    link: httpUrl(item.link),
  }
  return { ...headlineOf(item, locale), tags: tagsOf(item), ...defined(optional) }
}

export function memberOf(member: Entity, locale: Locale): Member {
  const optional = {
    image: imageOf(member),
    headline: textOf(localize(member, 'headline', locale)),
    bio: textOf(localize(member, 'bio', locale)),
  }
  return { name: textOf(localize(member, 'name', locale)) ?? { text: '' }, ...defined(optional) }
}

export function safeHtml(value: LocalText | undefined, sanitize: Sanitize): SafeHtml | undefined {
  const sanitized = value && sanitize(value.text)
  // Adds `base` to links, because authors write the site's paths without it.
  const html = sanitized?.replace(/(<a [^>]*?href=")\/(?!\/)/g, `$1${base}`)
  return html ? { html, ...(value?.locale && { locale: value.locale }) } : undefined
}

/** Drops the keys whose value is `undefined`: JSON has no such value, and optional fields do not accept it. */
function defined<T extends object>(fields: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>
  }
}
