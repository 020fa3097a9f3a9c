import { type Locale, locales } from '#contract/locales'
import { base, canonicalPath, inLocale, shareImagePath, splitLocale, withoutTrailingSlashes } from '#contract/paths'
import { type LabelKey, type Translate, translateOf } from './i18n'
import type { Institute } from './institute'
import type { ListPageData } from './list-page'
import { isolate, type LocalText, teaser, teaserLength } from './localize'
import type { DetailPageData } from './page-data'
import { inWordsWithTime } from './schedule'
import { tagName } from './tags'

/** The kinds of pages. Each has its own drawing on its share images. */
export type Section = 'home' | 'courses' | 'news' | 'blogs' | 'events' | 'about' | 'contact'

/** The text on a page's share image, the picture of a shared link. */
export type ShareImageText = { title: string; kind?: string | undefined; section: Section }

/** The facts of an item that its share image shows as lines of text, and the file name or address of its picture. */
export type ShareImageFacts = { facts?: string[]; image?: string | undefined }

/** The data from which a share image is drawn. */
export type ShareImage = ShareImageText & ShareImageFacts & { locale: Locale; institute: string }

/** The size of a share image in pixels. */
export const shareImageSize = { width: 1200, height: 630 }

/** The metadata of a page, before it is written as HTML. */
export type Head = {
  title: string
  description: string
  /** The text of the page's share image. An error page has none. */
  shareImage?: ShareImageText
  type: 'website' | 'article'
}

/** The pages that have labels for their head in `messages/en.json`. */
export type LabelledPage<Key = LabelKey> = Key extends `head.${infer Page}.title` ? Page : never

/** Makes a page's head from its view. */
export type HeadOf<View> = (view: View, context: HeadContext) => Head

type HeadContext = { t: Translate; locale: Locale; institute: Institute }

/** The head of a list. It has the labels `head.PAGE.title` and `head.PAGE.description`, the category and the visitor's search. */
export function listHead(
  page: LabelledPage,
  section: Section,
): HeadOf<Pick<ListPageData, 'category' | 'query' | 'filters'>> {
  return ({ category, query, filters }, { t, locale, institute }) => {
    const names = namesOf(institute)
    const name = t(`head.${page}.title`, names)
    const list = category ? `${name} - ${isolate(category.text, locale, category.locale)}` : name
    const about = [query, filters?.tag && tagName(filters.tag, locale)].filter((text) => text !== undefined)
    return {
      title: withInstitute([...about.map((text) => isolate(text, locale)), list].join(' | '), institute),
      description: category
        ? t('head.category.description', { category: isolate(category.text, locale, category.locale) })
        : t(`head.${page}.description`, names),
      shareImage: category
        ? { section, kind: name, title: shareImageTitle(category, locale) }
        : { section, title: name },
      type: 'website',
    }
  }
}

/** The head of a page with fixed texts. The label of the home page's title already contains the institute's name. */
export function labelHead(page: LabelledPage, section: Section): HeadOf<unknown> {
  return (_, context) => {
    const head = listHead(page, section)({}, context)
    if (page !== 'home') return head
    return {
      ...head,
      title: context.t('head.home.title', namesOf(context.institute)),
      shareImage: { section, title: context.t('home.hero.heading') },
    }
  }
}

/** The head of one item's page. The title names the kind of page, because one event has several pages. */
export function detailHead(page: LabelledPage, section: Section): HeadOf<DetailPageData> {
  return (item, { t, locale, institute }) => {
    const names = namesOf(institute)
    const kind = t(`head.${page}.title`, names)
    return {
      title: withInstitute(
        `${isolate(teaser(item.title.text, teaserLength.title), locale, item.title.locale)} | ${kind}`,
        institute,
      ),
      description: item.description?.text ?? t(`head.${page}.description`, names),
      shareImage: { section, kind, title: shareImageTitle(item.title, locale) },
      type: 'article',
    }
  }
}

/** The picture, date, hours and place of an item for its share image. The date has its year, because networks keep the image for long. */
export function shareImageFacts({ image, date, schedule, place }: DetailPageData, locale: Locale): ShareImageFacts {
  const hours = schedule?.hours !== undefined && translateOf(locale)('detail.hours', { count: schedule.hours })
  const lines = [
    date && inWordsWithTime(date, locale, 0).text,
    [hours, place && isolate(place.text, locale, place.locale)].filter(Boolean).join(' | '),
  ]
  return { image, facts: lines.filter((line): line is string => Boolean(line)) }
}

/** The head of a missing or failed page. */
export function errorHead(kind: 'notFound' | 'failed', { t, institute }: Omit<HeadContext, 'locale'>): Head {
  return {
    title: withInstitute(t(`error.${kind}.title`), institute),
    description: t(`error.${kind}.text`),
    type: 'website',
  }
}

/**
 * The absolute addresses of a page, of its share image, and of the page in each language. `path` is the page's pathname. The
 * addresses have no query and no trailing slash, because they are canonical.
 */
export function alternatesOf(path: string, origin: string) {
  const [own, below] = splitLocale(canonicalPath(path).replace(/\/+/g, '/'))
  const page = withoutTrailingSlashes(below) || '/'
  const absolute = (locale: Locale) => origin + inLocale(base.slice(0, -1) + page, locale)
  return {
    canonical: absolute(own),
    shareImage: origin + shareImagePath(absolute(own).slice(origin.length)),
    hreflang: [
      ...Object.values(locales).map(({ locale, lang }): [string, string] => [lang, absolute(locale)]),
      ['x-default', absolute('en')] satisfies [string, string],
    ],
  }
}

/** Cuts a title to a length that fits on a share image. */
function shareImageTitle({ text, locale }: LocalText, page: Locale): string {
  return isolate(teaser(text, teaserLength.shareImage), page, locale)
}

function withInstitute(title: string, { name }: Institute): string {
  return `${title} | ${name}`
}

/** The names for the placeholders of labels. */
function namesOf({ name, product }: Institute) {
  return { institute: name, product }
}
