import { type Locale, locales } from '#contract/locales'
import { inLocale } from '#contract/paths'
import type { DetailPageData, ListPageData } from '../content/page-data'
import type { Translate } from '../language/i18n'
import { excerpt, isolate } from '../language/localize'

/** What a page says about itself in the document's head, before it is spelled in HTML. */
export type Head = {
  title: string
  description: string
  /** File name of the picture that a shared link shows. */
  image: string
  type: 'website' | 'article'
}

type HeadContext = { t: Translate; locale: Locale; productName: string }

/** The page kinds that have a share card of their own: `images/share-KIND.jpg`. */
type Section = 'home' | 'courses' | 'news' | 'blogs' | 'events' | 'about' | 'contact'

/** Makes a page's head from its loader's data. */
export type HeadOf = (data: unknown, context: HeadContext) => Head

/** What each route of the site map says about its page, as its `handle`; `module` is the name of its page's file. */
export type PageHandle = { head: HeadOf; module: string }

/** The head of a page whose words are all labels: `head.PAGE.title`, `head.PAGE.description`. */
export function labelHead(page: string, section: Section): HeadOf {
  return (data, { t, locale, productName }) => {
    const { category, query } = (data ?? {}) as Partial<ListPageData>
    const name = t(`head.${page}.title`, { product: productName })
    const list = category ? `${name} - ${isolate(category.text, locale)}` : name
    const title = query ? `${isolate(query, locale)} | ${list}` : list
    return {
      title: page === 'home' ? title : withInstitute(title, t),
      description: category
        ? t('head.category.description', { category: isolate(category.text, locale) })
        : t(`head.${page}.description`, { product: productName }),
      image: shareCard(section),
      type: 'website',
    }
  }
}

/** The head of one item's page. `page` names the kind, so that two pages of one event differ in title. */
export function detailHead(page: string, section: Section): HeadOf {
  return (data, { t, locale, productName }) => {
    const item = data as DetailPageData
    const kind = t(`head.${page}.title`, { product: productName })
    return {
      title: withInstitute(`${isolate(excerpt(item.title.text, 60), locale)} | ${kind}`, t),
      description: item.description?.text ?? t(`head.${page}.description`, { product: productName }),
      image: item.image ?? shareCard(section),
      type: 'article',
    }
  }
}

/** The head of a page that isn't there, or could not be loaded. */
export function errorHead(kind: 'notFound' | 'failed', t: Translate): Head {
  return {
    title: withInstitute(t(`error.${kind}.title`), t),
    description: t(`error.${kind}.text`),
    image: shareCard('home'),
    type: 'website',
  }
}

/**
 * The addresses of a page, absolute below `origin`: its own, and one per language. `path` is its pathname: a query makes
 * another view of a page, not another page; nor does a slash at the end.
 */
export function alternatesOf(path: string, origin: string): { canonical: string; hreflang: [string, string][] } {
  const page = path.replace(/\/+$/, '') || '/'
  const absolute = (locale: Locale) => origin + inLocale(page, locale)
  return {
    canonical: origin + page,
    hreflang: [
      ...Object.values(locales).map(({ locale, lang }): [string, string] => [lang, absolute(locale)]),
      ['x-default', absolute('en')],
    ],
  }
}

/** Gives the document its language and direction. To write what is there already would have the whole page styled anew. */
export function writeLanguage(locale: Locale): void {
  const { lang, dir } = locales[locale]
  const html = document.documentElement
  if (html.lang !== lang) html.lang = lang
  if (html.dir !== dir) html.dir = dir
}

function withInstitute(title: string, t: Translate): string {
  return `${title} | ${t('institute.name')}`
}

function shareCard(section: Section): string {
  return `share-${section}.jpg`
}
