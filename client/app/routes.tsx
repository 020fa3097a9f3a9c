import type { ComponentType } from 'react'
import { Outlet, type RouteObject } from 'react-router-dom'
import { type Locale, locales } from '#contract/locales'
import { createPaths, type Paths, splitLocale } from '#contract/paths'
// Most pages have cards: with the site's script they cost them two requests less.
import '../components/Card'
import { loadMessages } from '../language/i18n'
import type { HeadOf, PageHandle } from '../layout/head'
import { detailHead, labelHead } from '../layout/head'
import { Layout } from '../layout/Layout'
import { LoadingPage } from '../layout/LoadingPage'
import { PageHead } from '../layout/PageHead'
import { PageError } from '../pages/errors/PageError'
import { createLoaders } from './loaders'
import type { Settings } from './settings'
import type { Site } from './site'

/** Spec section 9: a lazy page has 120 s to load. */
const pageTimeout = 120_000

/**
 * The site map of the spec's section 2, in its order, once per language.
 *
 * Both languages are branches of one router, not two routers told apart by `basename`: so the language switch, Back across
 * languages, focus and scroll are ordinary navigations that keep the header's DOM, and nothing has to be torn down.
 */
export function createRoutes(site: Site, settings: Settings): RouteObject[] {
  const loaders = createLoaders(site)
  const { product } = site

  const pagesOf = (paths: Paths): RouteObject[] => [
    page(paths.home(), 'HomePage', loaders.homePage, labelHead('home', 'home')),
    page(paths.courses(), 'CourseListPage', loaders.courseList, labelHead('courses', 'courses')),
    page(pattern(paths.courseCategory), 'CourseListPage', loaders.courseList, labelHead('courses', 'courses')),
    page(pattern(paths.course), 'CoursePage', loaders.course, detailHead('courses', 'courses')),
    page(paths.productNews(), 'NewsListPage', loaders.productNewsList, labelHead('productNews', 'news')),
    page(paths.aiNews(), 'NewsListPage', loaders.aiNewsList, labelHead('aiNews', 'news')),
    page(pattern(paths.newsItem), 'NewsItemPage', loaders.newsItem, detailHead('news', 'news')),
    page(paths.blogs(), 'BlogListPage', loaders.blogList, labelHead('blogs', 'blogs')),
    page(pattern(paths.blog), 'BlogPage', loaders.blog, detailHead('blogs', 'blogs')),
    page(
      paths.freeWorkshops(),
      'EventListPage',
      loaders.eventList('free_workshop'),
      labelHead('freeWorkshops', 'events'),
    ),
    page(pattern(paths.freeWorkshop), 'EventPage', loaders.event, detailHead('freeWorkshops', 'events')),
    {
      ...page(
        paths.programmingCompetitions(),
        'EventListPage',
        loaders.eventList('competitions_programming'),
        labelHead('programmingCompetitions', 'events'),
      ),
      // The name that the spec gives to this route (section 2).
      id: `${paths.home()}#CompetitionsProgrammings`,
    },
    page(
      pattern(paths.programmingCompetition),
      'EventPage',
      loaders.event,
      detailHead('programmingCompetitions', 'events'),
    ),
    page(pattern(paths.event), 'EventPage', loaders.event, detailHead('events', 'events')),
    page(paths.whoWeAre(), 'AboutPage', loaders.about, labelHead('whoWeAre', 'about')),
    page(paths.ourMission(), 'MissionPage', loaders.mission, labelHead('ourMission', 'about')),
    page(paths.contactUs(), 'ContactPage', loaders.contact, labelHead('contactUs', 'contact')),
    {
      path: `${paths.home().replace(/\/$/, '')}/*`,
      caseSensitive: true,
      loader: loaders.redirectHome(paths),
      // Nothing to show; without the word the router warns of it.
      element: null,
    },
  ]

  const branch = (locale: Locale): RouteObject => ({
    id: locale,
    element: (
      <>
        <PageHead />
        <Outlet />
      </>
    ),
    // Not on the page's own route: the router shows nothing at all of a route whose code has failed.
    errorElement: <PageError />,
    loader: async () => {
      await loadMessages(locale)
      return null
    },
    shouldRevalidate: () => false,
    children: pagesOf(createPaths({ locale, product })),
  })

  return [
    {
      id: 'layout',
      element: <Layout settings={settings} live={site.live} stale={site.stale} />,
      hydrateFallbackElement: <LoadingPage />,
      errorElement: <PageError />,
      loader: loaders.navigation,
      // The header changes with the language only; anything newer arrives through `live`.
      shouldRevalidate: ({ currentUrl, nextUrl }) =>
        splitLocale(currentUrl.pathname)[0] !== splitLocale(nextUrl.pathname)[0],
      children: Object.values(locales).map(({ locale }) => branch(locale)),
    },
  ]
}

const pages = {
  HomePage: () => import('../pages/home/HomePage'),
  CourseListPage: () => import('../pages/lists/CourseListPage'),
  CoursePage: () => import('../pages/details/CoursePage'),
  NewsListPage: () => import('../pages/lists/NewsListPage'),
  NewsItemPage: () => import('../pages/details/NewsItemPage'),
  BlogListPage: () => import('../pages/lists/BlogListPage'),
  BlogPage: () => import('../pages/details/BlogPage'),
  EventListPage: () => import('../pages/lists/EventListPage'),
  EventPage: () => import('../pages/details/EventPage'),
  AboutPage: () => import('../pages/about/AboutPage'),
  MissionPage: () => import('../pages/about/MissionPage'),
  ContactPage: () => import('../pages/contact/ContactPage'),
}

/**
 * Loads every page's code, for a server that shall need nothing of the disk later, and for visitors who have it all: even of what
 * is there browsers' `import()` takes a while to say so. `pause` comes before each, as all at once would hold a slow phone up.
 */
export async function loadPages(pause?: () => Promise<void>): Promise<void> {
  for (const [name, load] of Object.entries(pages)) {
    await pause?.()
    const loaded = await load()
    Object.assign(pages, { [name]: async () => loaded })
  }
}

function page(
  path: string,
  name: keyof typeof pages,
  loader: NonNullable<RouteObject['loader']>,
  head: HeadOf,
): RouteObject {
  const loadComponent = async () => (await inTime<{ default: ComponentType }>(pages[name]())).default
  return {
    path,
    // Any other spelling is a path not listed (spec section 2), which redirects.
    caseSensitive: true,
    loader,
    handle: { head, module: name } satisfies PageHandle,
    lazy: { Component: loadComponent },
  }
}

/** The route pattern of a path with a slug: colons would be encoded, so the path is made with a stand-in. */
function pattern(path: (slug: string) => string): string {
  return path('SLUG').replace(/SLUG$/, ':slug')
}

function inTime<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`the page's code did not arrive within ${pageTimeout / 1000} s`)),
      pageTimeout,
    )
  })
  return Promise.race([loading, limit]).finally(() => clearTimeout(timer))
}
