import { useQuery } from '@tanstack/react-query'
import { createElement, useCallback, useState } from 'react'
import { type Params, type RouteObject, redirect, useLoaderData, useLocation } from 'react-router-dom'
import { type Locale, locales } from '#contract/locales'
import type { OperationName } from '#contract/operations'
import { createPaths, type Paths, splitLocale } from '#contract/paths'
import type { HomeData } from '#contract/schemas'
// Most pages have cards. Bundling the cards into the start script saves two requests.
import '../components/Card'
import { type Navigation, navigationOf, type Sanitize } from '../content/page-data'
import { homeQuery, type Query } from '../data/queries'
import { loadMessages } from '../language/i18n'
import { Layout } from '../layout/Layout'
import { LoadingPage } from '../layout/LoadingPage'
import { PageError } from '../pages/errors/ErrorPages'
import { Page } from './Page'
import { contactPage, createPages, type PageDefinition } from './pages'
import type { Loaders } from './server-loaders'
import type { Settings } from './settings'

/**
 * Creates the routes of the spec's section 2 for each language. Both languages share one router, so that a language switch is a
 * navigation, which keeps focus, scroll position and the header's DOM.
 */
export function createRoutes({ loaders, settings, sanitize, servedAt = 0 }: RoutesOptions): RouteObject[] {
  const { product } = settings
  const pages = createPages(product)

  function page<Name extends OperationName, View extends object>(
    path: string,
    definition: PageDefinition<Name, View>,
  ): RouteObject {
    const { name, load } = definition.module
    return {
      path,
      // Spec section 2: unlisted paths redirect to the home page. `/Courses` is unlisted, because paths are case-sensitive.
      caseSensitive: true,
      loader: loaders.page(definition),
      handle: definition satisfies PageHandle<View>,
      lazy: {
        element: async () => (
          // Each kind of page has its own key, because React would otherwise keep the state of one kind for the next.
          <Page key={name} {...{ definition, sanitize, servedAt }} Component={(await load()).default} />
        ),
      },
    }
  }

  const pagesOf = (paths: Paths): RouteObject[] => [
    page(paths.home(), pages.homePage),
    page(paths.courses(), pages.courseList),
    page(pattern(paths.courseCategory), pages.courseList),
    page(pattern(paths.course), pages.course),
    page(paths.productNews(), pages.productNewsList),
    page(paths.aiNews(), pages.aiNewsList),
    page(pattern(paths.newsItem), pages.newsItem),
    page(paths.blogs(), pages.blogList),
    page(pattern(paths.blog), pages.blog),
    page(paths.freeWorkshops(), pages.workshopList),
    page(pattern(paths.freeWorkshop), pages.workshop),
    // Spec section 2 gives this route its name.
    { ...page(paths.programmingCompetitions(), pages.competitionList), id: `${paths.home()}#CompetitionsProgrammings` },
    page(pattern(paths.programmingCompetition), pages.competition),
    page(pattern(paths.event), pages.event),
    page(paths.whoWeAre(), pages.about),
    page(paths.ourMission(), pages.mission),
    {
      path: paths.contactUs(),
      caseSensitive: true,
      loader: loaders.contact,
      handle: contactPage satisfies PageHandle<unknown>,
      lazy: { element: async () => createElement((await contactPage.module.load()).default) },
    },
    {
      path: `${paths.home().replace(/\/$/, '')}/*`,
      caseSensitive: true,
      // Spec section 2: paths not listed redirect to the home page, here in the path's language.
      loader: () => redirect(paths.home()),
      // React Router warns about routes without an element.
      element: null,
    },
  ]

  const branch = (locale: Locale): RouteObject => ({
    id: locale,
    // The parent route has the error page, because React Router cannot render a route whose code failed to load.
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
      element: <Root settings={settings} />,
      hydrateFallbackElement: <LoadingPage />,
      errorElement: <PageError />,
      loader: loaders.navigation,
      // The loader runs only once, because `Root` takes newer menu entries from the home data.
      shouldRevalidate: () => false,
      children: Object.values(locales).map(({ locale }) => branch(locale)),
    },
  ]
}

export type RoutesOptions = {
  loaders: Loaders
  settings: Settings
  /** Makes a body's HTML safe to insert. */
  sanitize: Sanitize
  /** When the first page was requested or, if it comes from the service worker's cache, sent; in milliseconds since 1970. */
  servedAt?: number
}

/** The parts of a page's definition that are read from its route. The contact page has no query. */
export type PageHandle<View = never> = Pick<PageDefinition<OperationName, View>, 'module' | 'head' | 'prepare'> & {
  query?: (params: Params) => Query
}

/** The layout with menu entries from the home data or, until that is loaded, from the server. */
function Root({ settings }: { settings: Settings }) {
  const served = useLoaderData<Navigation | null>()
  const [locale] = splitLocale(useLocation().pathname)
  const [servedLocale] = useState(locale)
  const select = useCallback(([home]: HomeData[]) => home && navigationOf(home, locale), [locale])
  const { data } = useQuery({ queryKey: homeQuery, enabled: false, select })
  const fallback = served && (servedLocale === locale ? served : inLanguage(served, servedLocale))
  return <Layout settings={settings} navigation={data ?? fallback ?? noEntries} />
}

/** Marks the names of menu entries as texts in `locale`, the language that the page had before a language switch. */
function inLanguage({ categories, hasBlogs }: Navigation, locale: Locale): Navigation {
  return { hasBlogs, categories: categories.map(({ slug, name }) => ({ slug, name: { locale, ...name } })) }
}

const noEntries: Navigation = { categories: [], hasBlogs: false }

/** Returns the route pattern of a path with a slug. `:slug` is inserted last, because `path` would encode its colon. */
function pattern(path: (slug: string) => string): string {
  return path('SLUG').replace(/SLUG$/, ':slug')
}
