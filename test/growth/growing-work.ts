import { listPageOf } from '#content/list-page'
import { excerpt, formatDate, httpUrl, isolate, teaser } from '#content/localize'
import { foldText, isOneEdit, stemOf, wordsOf } from '#content/words'
import type { HomeData } from '#contract/entities'
import { isDeeperThan, parseJson } from '#contract/json'
import { createFormatReader } from '#contract/legacy-format-reader'
import { createJsonLimits } from '#contract/limits/json-limits'
import { imageSource, isSafeHref } from '#contract/markup/body-addresses'
import { escapeMarkup } from '#contract/markup/escape'
import { jsonScript } from '#contract/markup/json-script'
import { plainText } from '#contract/markup/plain-text'
import { levelHeadings } from '#contract/markup/sanitize-body'
import { segment, splitLocale, withoutTrailingSlashes } from '#contract/paths'
import { createCheck, createSchemas } from '#contract/schemas'
import { nearest } from '#contract/text/nearest'
import { describe } from '#contract/violations'
import { builtFile, impersonal } from '#contract/visitor-errors'
import { createApi } from '../../client/data/api'
import { droppedMarkup } from '../../contract-check/bodies'
import { notAPicture } from '../../contract-check/images'
import { parseFaults } from '../../server/fault-injection'
import { matchesEtag } from '../../server/http/representation'
import { isCachedAddress, pageAddress } from '../../server/pages/page-cache'
import { createSanitizer } from '../../server/pages/sanitize'
import { publish } from '../../server/publish/publish'

type Work = (text: string) => unknown

const checkOfHome = createCheck(createSchemas('ugarit').answers.homeData)
const fields = ['title', 'description', 'author', 'body'].flatMap((name) => [`en_${name}`, `ar_${name}`])

/** An item with the text in every field. */
const itemOf = (text: string) => ({
  slug: text,
  id: text,
  date: text,
  tags: text,
  image: text,
  category: text,
  ...Object.fromEntries(fields.map((field) => [field, text])),
})
const homeOf = (text: string) => [{ courses: [itemOf(text)], blogs: [], events: [], news: [], team: [], goals: {} }]

/** A list page that is searched for the text, among items with the text. */
function searched(query: string, text: string) {
  const address = new URLSearchParams({ q: query })
  return listPageOf([itemOf(text), { slug: 'a', en_title: 'A course' }], 'courses', address, 'ar')
}

/** A published file of an item with the text as its title. The item has a date, which a calendar needs. */
function published(path: string, text: string) {
  const items = [{ slug: 'a', en_title: text, date: '2027-01-05' }]
  const home = { courses: items, events: [], news: items, blogs: [], courses_categories: [] } as unknown as HomeData
  const source = { home, product: 'ugarit', site: {}, origin: 'https://www.example.org' }
  return publish(path, source)
}

/** Parses a text as JSON or, if it is none, the text in a list. */
function jsonOf(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return parseJson(JSON.stringify([text]))
  }
}

/** The functions that take texts of visitors, APIs or editors. */
export const work: Record<string, Work> = {
  'plain text': plainText,
  excerpt: (text) => excerpt(text, 100),
  teaser: (text) => teaser(text, 100),
  sanitiser: createSanitizer('/images/'),
  'levels of headings': levelHeadings,
  'safe links': isSafeHref,
  'names of pictures': (text) => imageSource(text, '/images/'),
  escaping: escapeMarkup,
  'JSON in a page': (text) => jsonScript('', { text }),
  'words of a query': (text) => wordsOf(text).map(stemOf),
  stem: (text) => stemOf(text.slice(0, 40)) + stemOf(foldText(text)),
  'one edit': (text) => isOneEdit(text, `${text}a`),
  'a long query': (text) => searched(text, 'A course'),
  'search index': (text) => [searched('course', text), searched('كلم', text)],
  dates: formatDate,
  addresses: httpUrl,
  isolates: (text) => isolate(text, 'ar'),
  'nearest names': (text) => [nearest(text, ['courses', text]), nearest('courses', text.split(/(?<=\W)/))],
  legacyFormats: (text) => createFormatReader({ product: 'ugarit', tell: () => undefined })('homeData', homeOf(text)),
  'schema check': (text) => checkOfHome(homeOf(text)),
  'found values': describe,
  'JSON payloads': jsonOf,
  'nested JSON': (text) => [createJsonLimits()(Buffer.from(text)), isDeeperThan(100, jsonOf(text))],
  calendars: (text) => published('/calendar.ics', text),
  feeds: (text) => published('/news.xml', text),
  'site map': (text) => published('/sitemap.xml', text),
  FAULTS: (text) => {
    try {
      return parseFaults(text)
    } catch (error) {
      return error
    }
  },
  'segments of paths': segment,
  'language of a path': splitLocale,
  'slashes at an end': (text) => withoutTrailingSlashes(`${text}a`),
  'address of a page': (text) => [pageAddress(`/${text}`), isCachedAddress(`/${text}`)],
  'ETag lists': (text) => matchesEtag(text, 'W/"b"'),
  'Retry-After': async (text) => {
    const headers = new Map([['retry-after', text]])
    const response = { status: 503, ok: false, headers } as unknown as Response
    return createApi({ baseUrl: text, fetch: async () => response })({ queryKey: ['blogs', undefined] }).catch(String)
  },
  'errors of browsers': (text) => [impersonal(text), builtFile(text)],
  'pictures of an API': (text) =>
    notAPicture({ status: 200, headers: new Headers(), body: Buffer.from(text) } as never),
  'markup that pages drop': (text) => droppedMarkup({ ar_body: text }, ['ar_body'], '/images/', ''),
}
