import { type Entity, itemsOf, plainTextOf, slugOf, titleOf } from '#content/cards'
import { translateOf } from '#content/i18n'
import { instituteOf } from '#content/institute'
import { formatDate, type LocalText, localize } from '#content/localize'
import { type Locale, locales } from '#contract/locales'
import { base, createPaths } from '#contract/paths'
import { damascusTime, startOf } from './damascus-time'
import { type Publication, partsOf } from './publication'
import { type Markup, xml, xmlDocument } from './xml'

/** The maximum number of entries in a feed. The first items of the list are taken. */
const maxEntries = 50

/** The Atom feed (RFC 4287) of the news or of the posts in one language, with the texts of the pages. */
export function atomFeed(
  list: 'news' | 'blogs',
  locale: Locale,
  { home, product, site, origin, changed, onLeftOut }: Publication,
): string {
  const t = translateOf(locale)
  const institute = instituteOf(site, locale, product)
  const paths = createPaths({ locale, product })
  const { lang } = locales[locale]
  const updated = xml`<updated>${damascusTime(changed[list])}</updated>`
  const { feed, page, item } = {
    // The feed has news of both kinds, whose only common page is the home page.
    news: { feed: paths.newsFeed(), page: paths.home(), item: paths.newsItem },
    blogs: { feed: paths.blogFeed(), page: paths.blogs(), item: paths.blog },
  }[list]
  const entryOf = (entity: Entity) => {
    const address = origin + item(slugOf(entity))
    const summary = plainTextOf(localize(entity, 'description', locale))
    const author = plainTextOf(localize(entity, 'author', locale))
    const published = momentOf(entity.date, changed[list])
    // Keeps an entry's `updated` when only other entries change.
    const times = published ? xml`<published>${published}</published>\n<updated>${published}</updated>` : updated
    return xml`<entry>
<id>${address}</id>
<title${langOf(titleOf(entity, locale))}>${titleOf(entity, locale).text}</title>
${times}
<link rel="alternate" type="text/html" href="${address}"/>
${author && xml`<author><name>${author.text}</name></author>\n`}${summary && xml`<summary${langOf(summary)}>${summary.text}</summary>\n`}</entry>
`
  }
  const entries = partsOf(itemsOf(home[list]).slice(0, maxEntries), entryOf, onLeftOut)
  return xmlDocument(xml`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${lang}">
<id>${origin + feed}</id>
<title>${t(`head.${list}.title`)} | ${institute.name}</title>
<subtitle>${t(`head.${list}.description`)}</subtitle>
${updated}
<link rel="self" type="application/atom+xml" href="${origin + feed}"/>
<link rel="alternate" type="text/html" href="${origin + page}"/>
<icon>${origin + base}icons/icon-192.png</icon>
<author><name>${institute.name}</name><uri>${origin + paths.home()}</uri></author>
${entries}</feed>`)
}

/**
 * The moment of a date, which Atom writes with a time and a zone. A day without a time begins at midnight in Damascus. `undefined` for a
 * moment after the last change, because no entry is from the future.
 */
function momentOf(value: unknown, changed: Date): string | undefined {
  const date = formatDate(value)
  if (!date) return undefined
  const { dateTime } = date
  const moment = startOf(dateTime.includes('T') ? date : { ...date, dateTime: `${dateTime}T00:00` })
  return moment && Date.parse(moment) <= changed.getTime() ? moment : undefined
}

/** The `xml:lang` attribute of a text that is not in the feed's language. */
function langOf({ locale }: LocalText): Markup | undefined {
  return locale && xml` xml:lang="${locales[locale].lang}"`
}
