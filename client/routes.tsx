import type { ComponentType } from 'react'
import { type LoaderFunction, Outlet, type RouteObject } from 'react-router-dom'
import { type Locale, locales } from '#contract/locales'
import { createPaths, inLocale, type Paths } from '#contract/paths'
import { Layout, type LiveNavigation } from './components/Layout'
import { LoadingPage } from './components/LoadingPage'
import { PageError } from './components/PageError'
import type { HeadOf } from './head'
import { detailHead, labelHead } from './head'
import { loadMessages } from './i18n'
import { keepShown, type Shown } from './keep-shown'
import { createLoaders, navigationOf, type Site } from './loaders'
import type { Settings } from './settings'

/** Spec section 9: a lazy page has 120 s to load. */
const pageTimeout = 120_000

/**
 * The site map of the spec's section 2, in its order, once per language.
 *
 * Both languages are branches of one router, not two routers told apart by `basename`: so the language switch, Back across
 * languages, focus and scroll are ordinary navigations that keep the header's DOM, and nothing has to be torn down.
 * `shown` tells which page is shown, in the browser.
 */
export function createRoutes(
  site: Site,
  settings: Settings,
  shown: () => Shown | undefined = () => undefined,
): RouteObject[] {
  const loaders = createLoaders(site)
  const navigation = liveNavigation(site)
  const { product } = site

  const pagesOf = (paths: Paths): RouteObject[] => [
    page(paths.home(), homePage, loaders.homePage, labelHead('home', 'home')),
    page(paths.courses(), courseListPage, loaders.courseList, labelHead('courses', 'courses')),
    page(pattern(paths.courseCategory), courseListPage, loaders.courseList, labelHead('courses', 'courses')),
    page(pattern(paths.course), coursePage, loaders.course, detailHead('courses', 'courses')),
    page(paths.productNews(), newsListPage, loaders.productNewsList, labelHead('productNews', 'news')),
    page(paths.aiNews(), newsListPage, loaders.aiNewsList, labelHead('aiNews', 'news')),
    page(pattern(paths.newsItem), newsItemPage, loaders.newsItem, detailHead('news', 'news')),
    page(paths.blogs(), blogListPage, loaders.blogList, labelHead('blogs', 'blogs')),
    page(pattern(paths.blog), blogPage, loaders.blog, detailHead('blogs', 'blogs')),
    page(
      paths.freeWorkshops(),
      eventListPage,
      loaders.eventList('free_workshop'),
      labelHead('freeWorkshops', 'events'),
    ),
    page(pattern(paths.freeWorkshop), eventPage, loaders.event, detailHead('freeWorkshops', 'events')),
    {
      ...page(
        paths.programmingCompetitions(),
        eventListPage,
        loaders.eventList('competitions_programming'),
        labelHead('programmingCompetitions', 'events'),
      ),
      // The name that the spec gives to this route (section 2).
      id: `${paths.home()}#CompetitionsProgrammings`,
    },
    page(
      pattern(paths.programmingCompetition),
      eventPage,
      loaders.event,
      detailHead('programmingCompetitions', 'events'),
    ),
    page(pattern(paths.event), eventPage, loaders.event, detailHead('events', 'events')),
    page(paths.whoWeAre(), aboutPage, loaders.about, labelHead('whoWeAre', 'about')),
    page(paths.ourMission(), missionPage, loaders.mission, labelHead('ourMission', 'about')),
    page(paths.contactUs(), contactPage, loaders.contact, labelHead('contactUs', 'contact')),
    {
      path: paths.home() === '/' ? '*' : `${paths.home()}/*`,
      caseSensitive: true,
      loader: loaders.redirectHome(paths),
    },
  ]

  const branch = (locale: Locale): RouteObject => ({
    id: locale,
    element: <Outlet />,
    loader: async () => {
      await loadMessages(locale)
      return null
    },
    shouldRevalidate: () => false,
    children: pagesOf(createPaths({ locale, product })).map(
      // The pages' loaders are functions all of them.
      (route) => Object.assign(route, { loader: keepShown(route.loader as LoaderFunction, shown) }),
    ),
  })

  return [
    {
      id: 'layout',
      element: <Layout settings={settings} navigation={navigation} />,
      hydrateFallbackElement: <LoadingPage />,
      errorElement: <PageError />,
      loader: loaders.navigation,
      // The header changes with the language only; anything newer arrives through `navigation`.
      shouldRevalidate: ({ currentUrl, nextUrl }) =>
        (inLocale(currentUrl.pathname, 'en') === currentUrl.pathname) !==
        (inLocale(nextUrl.pathname, 'en') === nextUrl.pathname),
      children: Object.values(locales).map(({ locale }) => branch(locale)),
    },
  ]
}

type PageModule = { default: ComponentType }

const homePage = () => import('./pages/HomePage')
const courseListPage = () => import('./pages/CourseListPage')
const coursePage = () => import('./pages/CoursePage')
const newsListPage = () => import('./pages/NewsListPage')
const newsItemPage = () => import('./pages/NewsItemPage')
const blogListPage = () => import('./pages/BlogListPage')
const blogPage = () => import('./pages/BlogPage')
const eventListPage = () => import('./pages/EventListPage')
const eventPage = () => import('./pages/EventPage')
const aboutPage = () => import('./pages/AboutPage')
const missionPage = () => import('./pages/MissionPage')
const contactPage = () => import('./pages/ContactPage')

function page(
  path: string,
  load: () => Promise<PageModule>,
  loader: NonNullable<RouteObject['loader']>,
  head: HeadOf,
): RouteObject {
  const loadComponent = async () => (await inTime(load())).default
  return {
    path,
    // Any other spelling is a path not listed (spec section 2), which redirects.
    caseSensitive: true,
    loader,
    errorElement: <PageError />,
    handle: head,
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

/** The header's entries as they stand in the home data, made once per language and arrival. */
function liveNavigation({ homeData }: Site): LiveNavigation {
  let home = homeData.peek()
  const made = new Map<Locale, ReturnType<typeof navigationOf>>()
  return {
    subscribe: homeData.subscribe,
    read: (locale) => {
      const latest = homeData.peek()
      if (latest !== home) made.clear()
      home = latest
      if (!home) return undefined
      const entries = made.get(locale) ?? navigationOf(home, locale)
      made.set(locale, entries)
      return entries
    },
  }
}
