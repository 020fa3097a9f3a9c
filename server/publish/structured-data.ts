import type { BreadcrumbList, Course, EducationalOrganization, Event, Graph, Thing, WebPage, WebSite } from 'schema-dts'
import { type LabelKey, translateOf } from '#content/i18n'
import { type Institute, instituteOf } from '#content/institute'
import type { ListPageData } from '#content/list-page'
import { lists } from '#content/lists'
import type { LocalText } from '#content/localize'
import type { DetailPageData } from '#content/page-data'
import type { SiteSettings } from '#contract/entities'
import { type PictureSources, pictureUrl } from '#contract/images'
import { type Locale, locales } from '#contract/locales'
import type { ListKey } from '#contract/operations'
import { defaultListOf, type PageName, pages } from '#contract/pages'
import { base, createPaths, splitLocale } from '#contract/paths'
import { startOf } from './damascus-time'

type SitePage = {
  name: PageName
  /** The page's pathname, without trailing slashes. */
  path: string
  /** The label of the page's heading. Unset if the view has the heading. */
  heading?: LabelKey | undefined
  /** The data that the page shows. */
  view: unknown
}

/** The pages about the institute itself. */
const institutePages: PageName[] = ['home', 'whoWeAre', 'contactUs']

type Settings = PictureSources & { product: string; site: SiteSettings }

/** The JSON-LD of a page for search engines (schema.org): breadcrumbs, the institute and the page's item. */
export function structuredData(page: SitePage, settings: Settings): Graph {
  const { name, path, view } = page
  const [locale] = splitLocale(path)
  const { origin, product, site } = settings
  const common = { locale, origin, institute: instituteOf(site, locale, product) }
  const things: Thing[] = name === 'home' ? [] : [breadcrumbs(page, common, product)]
  if (institutePages.includes(name)) things.push(fullInstitute(common))
  if (name === 'home') things.push(webSite(common, product))
  const statement = pages[name]
  if ('items' in statement && statement.items !== 'courses_categories')
    things.push(thingOf[statement.items](view as DetailPageData, { ...common, path, pictures: settings }))
  return { '@context': 'https://schema.org', '@graph': things }
}

type Context = { locale: Locale; origin: string; institute: Institute }
type ItemContext = Context & { path: string; pictures: PictureSources }

/** The institute as JSON-LD, for use inside courses, events and posts. */
function organizationOf({ locale, origin, institute }: Context) {
  return {
    '@type': 'EducationalOrganization',
    '@id': `${origin + base}#institute`,
    name: institute.name,
    url: origin + createPaths({ locale, product: '' }).home(),
  } as const satisfies EducationalOrganization
}

function fullInstitute(context: Context): EducationalOrganization {
  const t = translateOf(context.locale)
  const { name, street, landmark, city, email, phones, map, social } = context.institute
  const address = [street, landmark, city].flatMap((line) => line?.text ?? [])
  return {
    ...organizationOf(context),
    description: t('about.statement', { institute: name }),
    ...(address.length > 0 && { address: address.join(context.locale === 'ar' ? '، ' : ', ') }),
    logo: `${context.origin + base}icons/icon-512.png`,
    ...(email && { email }),
    ...(phones.length > 0 && { telephone: phones.map(({ number }) => number) }),
    ...(map && { hasMap: map }),
    ...(social.length > 0 && { sameAs: social.map(({ href }) => href) }),
  }
}

/** The site, with its search: a query on the list of courses. */
function webSite({ locale, origin, institute }: Context, product: string): WebSite {
  const paths = createPaths({ locale, product })
  // Google's `query-input` is not part of the vocabulary's types (schema.org, "Potential Actions").
  const search = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${origin}${paths.courses()}?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  } as const
  return {
    '@type': 'WebSite',
    name: institute.name,
    url: origin + paths.home(),
    inLanguage: locales[locale].lang,
    publisher: { '@id': `${origin + base}#institute` },
    potentialAction: search,
  }
}

/** The breadcrumbs from the home page to a page, by way of its list and category, with the names of the page's back links. */
function breadcrumbs(
  { name, path, heading, view }: SitePage,
  { locale, origin, institute }: Context,
  product: string,
): BreadcrumbList {
  const t = translateOf(locale)
  const paths = createPaths({ locale, product })
  const label = (key: LabelKey) => t(key, { product: institute.product })
  const { listName, title, category, courseCategory } = (view ?? {}) as Partial<DetailPageData & ListPageData>
  const list = listName ?? defaultListOf(name)
  const steps = [
    [t('nav.home'), paths.home()],
    ...(list ? [[label(lists[list].title), paths[list]()]] : []),
    ...(courseCategory ? [[courseCategory.title.text, paths.courseCategory(courseCategory.slug)]] : []),
    [heading ? label(heading) : (title?.text ?? category?.text), path],
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([text = '', item = ''], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: text,
      item: origin + item,
    })),
  }
}

/** Makes the JSON-LD of an item. */
const thingOf: Record<ListKey, (item: DetailPageData, context: ItemContext) => Thing> = {
  courses: courseOf,
  events: eventOf,
  blogs: (item, context) => ({ '@type': 'BlogPosting', ...articleOf(item, context) }),
  news: (item, context) => ({ '@type': 'NewsArticle', ...articleOf(item, context) }),
}

function courseOf(item: DetailPageData, context: ItemContext): Course {
  const start = item.date && startOf(item.date)
  const workload = item.schedule?.hours && `PT${item.schedule.hours}H`
  return {
    '@type': 'Course',
    name: item.title.text,
    ...commonOf(item, context),
    provider: organizationOf(context),
    ...(start
      ? {
          hasCourseInstance: {
            '@type': 'CourseInstance',
            startDate: start,
            ...(workload && { courseWorkload: workload }),
            ...(item.teacher && { instructor: personOf(item.teacher) }),
          },
        }
      : // A CourseInstance needs a date. Without a date, the hours belong to the course itself.
        workload && { timeRequired: workload }),
  }
}

/** Search engines require a date, so an event without a date is a WebPage. */
function eventOf(item: DetailPageData, context: ItemContext): Event | WebPage {
  const start = item.date && startOf(item.date)
  const common = { name: item.title.text, ...commonOf(item, context) }
  if (!start) return { '@type': 'WebPage', ...common, publisher: organizationOf(context) }
  const type = item.listName === 'freeWorkshops' ? 'EducationEvent' : 'Event'
  return {
    '@type': type,
    ...common,
    startDate: start,
    organizer: organizationOf(context),
    // Google refuses an event whose location is a plain text, or has no address.
    ...(item.place && { location: { '@type': 'Place', name: item.place.text, address: item.place.text } }),
  }
}

function articleOf(item: DetailPageData, context: ItemContext) {
  const published = item.date && startOf(item.date)
  return {
    headline: item.title.text,
    ...commonOf(item, context),
    ...(published && { datePublished: published }),
    ...(item.author && { author: personOf(item.author) }),
    publisher: organizationOf(context),
  }
}

const personOf = ({ text }: LocalText) => ({ '@type': 'Person', name: text }) as const

function commonOf(
  { title, description, image, body }: DetailPageData,
  { locale, origin, path, pictures }: ItemContext,
) {
  const picture = image && pictureUrl(image, pictures)
  return {
    url: origin + path,
    ...(description && { description: description.text }),
    ...(picture && { image: new URL(picture, `${origin}/`).href }),
    inLanguage: locales[body?.locale ?? title.locale ?? locale].lang,
  }
}
