import type { BreadcrumbList, Course, EducationalOrganization, Event, Graph, Thing, WebPage, WebSite } from 'schema-dts'
import { type PictureSources, pictureUrl } from '#contract/images'
import { type Locale, locales } from '#contract/locales'
import { base, createPaths, splitLocale } from '#contract/paths'
import { institute } from '../client/content/institute'
import type { ListPageData } from '../client/content/list-page'
import { type ListName, lists } from '../client/content/lists'
import type { DetailPageData } from '../client/content/page-data'
import { productName, translateOf } from '../client/language/i18n'
import { startOf } from './damascus-time'

type SitePage = {
  /** The name of the page's module, which identifies the kind of page. */
  module: string
  /** The page's pathname, without trailing slashes. */
  path: string
  /** The data that the page's loader returned. */
  data: unknown
}

type SiteSettings = PictureSources & { product: string }

/** The JSON-LD of a page for search engines (schema.org): breadcrumbs, the institute and the page's item. */
export function structuredData({ module, path, data }: SitePage, settings: SiteSettings): Graph {
  const [locale] = splitLocale(path)
  const [section = '', slug] = segmentsOf(path)
  const common = { locale, origin: settings.origin }
  const trail = breadcrumbs({ path, data }, settings)
  const things: Thing[] = trail ? [trail] : []
  if (/^(?:Home|Contact)Page$/.test(module) || section === 'who-we-are') things.push(wholeInstitute(common))
  if (module === 'HomePage') things.push(webSite(common, settings.product))
  const thing = slug && itemThing[section]?.(data as DetailPageData, { ...common, path, pictures: settings })
  if (thing) things.push(thing)
  return { '@context': 'https://schema.org', '@graph': things }
}

type Place = { locale: Locale; origin: string }
type ItemPlace = Place & { path: string; pictures: PictureSources }

/** The institute as JSON-LD, for use inside courses, events and posts. */
function instituteOf({ locale, origin }: Place) {
  return {
    '@type': 'EducationalOrganization',
    '@id': `${origin + base}#institute`,
    name: translateOf(locale)('institute.name'),
    url: origin + createPaths({ locale, product: '' }).home(),
  } as const satisfies EducationalOrganization
}

function wholeInstitute(place: Place): EducationalOrganization {
  const t = translateOf(place.locale)
  return {
    ...instituteOf(place),
    description: t('about.statement'),
    address: t('institute.place'),
    logo: `${place.origin + base}icons/icon-512.png`,
    email: institute.email,
    telephone: [...institute.phones],
    hasMap: institute.map,
    sameAs: institute.social.map(({ href }) => href),
  }
}

/** The site, with its search: a query on the list of courses. */
function webSite({ locale, origin }: Place, product: string): WebSite {
  const paths = createPaths({ locale, product })
  // Google's `query-input` is not part of the vocabulary's types (schema.org, "Potential Actions").
  const search = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${origin}${paths.courses()}?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  } as const
  return {
    '@type': 'WebSite',
    name: translateOf(locale)('institute.name'),
    url: origin + paths.home(),
    inLanguage: locales[locale].lang,
    publisher: { '@id': `${origin + base}#institute` },
    potentialAction: search,
  }
}

/** The breadcrumbs from the home page to a page, with the names of the page's back links. Undefined for the home page. */
function breadcrumbs(
  { path, data }: Omit<SitePage, 'module'>,
  { product, origin }: SiteSettings,
): BreadcrumbList | undefined {
  const [locale] = splitLocale(path)
  const t = translateOf(locale)
  const paths = createPaths({ locale, product })
  if (path === paths.home()) return undefined
  const names = Object.entries(lists) as [ListName, (typeof lists)[ListName]][]
  const named = new Map([
    ...names.map(([name, { title }]) => [paths[name](), t(title, { product: productName(product, t) })] as const),
    [paths.whoWeAre(), t('about.whoWeAre')],
    [paths.ourMission(), t('mission.title')],
    [paths.contactUs(), t('contact.title')],
  ])
  const { listName, title, category } = (data ?? {}) as Partial<DetailPageData & ListPageData>
  // Chooses the item's list, else the list above its address. A category belongs to the courses, news without a list to AI news.
  const [section = ''] = segmentsOf(path)
  const otherwise = { news: paths.aiNews(), 'course-category': paths.courses() }[section]
  const above = [listName && paths[listName](), path.replace(/\/[^/]*$/, ''), otherwise].flatMap((each) => each ?? [])
  const list = named.has(path) ? undefined : above.find((each) => named.has(each))
  const places = [
    [t('nav.home'), paths.home()],
    ...(list ? [[named.get(list), list]] : []),
    [named.get(path) ?? title?.text ?? category?.text, path],
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: places.map(([name = '', item = ''], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + item,
    })),
  }
}

/** The segments of a page's path after its language. */
function segmentsOf(path: string): string[] {
  const [, page] = splitLocale(path)
  return page.split('/').filter(Boolean)
}

/** Makes the JSON-LD of an item, by the first segment of its path. */
const itemThing: Record<string, ((item: DetailPageData, place: ItemPlace) => Thing) | undefined> = {
  courses: courseOf,
  events: eventOf,
  'free-workshops': eventOf,
  'programming-competitions': eventOf,
  blogs: (item, place) => ({ '@type': 'BlogPosting', ...articleOf(item, place) }),
  news: (item, place) => ({ '@type': 'NewsArticle', ...articleOf(item, place) }),
}

function courseOf(item: DetailPageData, place: ItemPlace): Course {
  const start = item.date && startOf(item.date)
  const workload = item.hours && `PT${item.hours}H`
  return {
    '@type': 'Course',
    name: item.title.text,
    ...commonOf(item, place),
    provider: instituteOf(place),
    ...(start
      ? {
          hasCourseInstance: {
            '@type': 'CourseInstance',
            startDate: start,
            ...(workload && { courseWorkload: workload }),
          },
        }
      : // A CourseInstance needs a date. Without a date, the hours belong to the course itself.
        workload && { timeRequired: workload }),
  }
}

/** Search engines require a date, which events in the contract lack. So an event without a date is a WebPage. */
function eventOf(item: DetailPageData, place: ItemPlace): Event | WebPage {
  const start = item.date && startOf(item.date)
  const common = { name: item.title.text, ...commonOf(item, place) }
  if (!start) return { '@type': 'WebPage', ...common, publisher: instituteOf(place) }
  const type = item.listName === 'freeWorkshops' ? 'EducationEvent' : 'Event'
  return { '@type': type, ...common, startDate: start, organizer: instituteOf(place) }
}

function articleOf(item: DetailPageData, place: ItemPlace) {
  return {
    headline: item.title.text,
    ...commonOf(item, place),
    ...(item.author && { author: { '@type': 'Person', name: item.author.text } as const }),
    publisher: instituteOf(place),
  }
}

function commonOf({ title, description, image, body }: DetailPageData, { locale, origin, path, pictures }: ItemPlace) {
  const picture = image && pictureUrl(image, pictures)
  return {
    url: origin + path,
    ...(description && { description: description.text }),
    ...(picture && { image: new URL(picture, `${origin}/`).href }),
    inLanguage: locales[body?.locale ?? title.locale ?? locale].lang,
  }
}
