import type { Locale } from '#contract/locales'
import { base } from '#contract/paths'
import {
  excerptLength,
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
  tags: string[]
  description?: LocalText | undefined
  image?: string | undefined
  body?: SafeHtml | undefined
  author?: LocalText | undefined
  date?: LocalDate | undefined
  /** True if the date had passed when the page was rendered; a cached page may be older. */
  isPast?: true | undefined
  hours?: number | undefined
  registrationLink?: string | undefined
  link?: string | undefined
}

export function detailOf(item: Entity, locale: Locale, sanitize: Sanitize): Detail {
  const date = formatDate(item.date)
  return {
    ...headlineOf(item, locale),
    tags: tagsOf(item),
    description: excerptOf(localize(item, 'description', locale), excerptLength.description),
    image: imageOf(item),
    body: safeHtml(localize(item, 'body', locale), sanitize),
    author: textOf(localize(item, 'author', locale)),
    date,
    isPast: (date && hasPassed(date)) || undefined,
    hours: typeof item.count === 'number' && item.count > 0 ? item.count : undefined,
    registrationLink: httpUrl(item.registration_link),
    link: httpUrl(item.link),
  }
}

export type Member = {
  name: LocalText
  image?: string | undefined
  headline?: LocalText | undefined
  bio?: LocalText | undefined
}

export function memberOf(member: Entity, locale: Locale): Member {
  return {
    name: textOf(localize(member, 'name', locale)) ?? { text: '' },
    image: imageOf(member),
    headline: textOf(localize(member, 'headline', locale)),
    bio: textOf(localize(member, 'bio', locale)),
  }
}

export function safeHtml(value: LocalText | undefined, sanitize: Sanitize): SafeHtml | undefined {
  const sanitized = value && sanitize(value.text)
  // Adds `base` to links, because authors write the site's paths without it.
  const html = sanitized?.replace(/(<a [^>]*?href=")\/(?!\/)/g, `$1${base}`)
  return html ? { html, ...(value?.locale && { locale: value.locale }) } : undefined
}
