import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useCallback, useState } from 'react'
import { type Params, type RouteObject, redirect, useLoaderData, useLocation } from 'react-router-dom'
import { type Locale, locales } from '#contract/locales'
import type { OperationName } from '#contract/operations'
import { createPaths, type Paths, splitLocale } from '#contract/paths'
import type { HomeData } from '#contract/schemas'
// Most pages have cards. Bundled into the start script, they save two requests.
import '../components/Card'
import type { Sanitize } from '../content/detail'
import { type Navigation, navigationOf } from '../content/page-data'
import { homeQuery, type Query } from '../data/queries'
import { loadMessages } from '../language/i18n'
import { detailHead, type HeadOf, labelHead, listHead } from '../layout/head'
import { Layout } from '../layout/Layout'
import { LoadingPage } from '../layout/LoadingPage'
import { PageHead } from '../layout/PageHead'
import { PageError } from '../pages/errors/ErrorPages'
import { Page } from './Page'
import { createPages, type PageDefinition } from './pages'
import type { Loaders } from './server-loaders'
import type { Settings } from './settings'

/** Spec section 9: a lazy page has 120 s to load. */
const pageTimeout = 120_000

/**
 * Creates the routes of the spec's section 2 for each language. Both languages share one router, so that a language switch is a
 * navigation, which keeps focus, scroll position and the header's DOM.
 */
export function createRoutes({ loaders, settings, sanitize, servedAt = 0 }: RoutesOptions): RouteObject[] {
  const { product } = settings
  const pages = createPages(product)

  function page<Name extends OperationName, View extends object>(
    path: string,
    [name, load]: PageModule<View>,
    definition: PageDefinition<Name, View>,
    head: HeadOf<View>,
  ): RouteObject {
    return {
      path,
      // Spec section 2: unlisted paths redirect to the home page. `/Courses` is unlisted, because paths are case-sensitive.
      caseSensitive: true,
      loader: loaders.page(definition),
      handle: { module: name, query: definition.query, prepare: definition.prepare, head } satisfies PageHandle<View>,
      lazy: {
        element: async () => (
          // The key mounts another kind of page anew.
          <Page key={name} {...{ definition, head, sanitize, servedAt }} Component={(await inTime(load())).default} />
        ),
      },
    }
  }

  const pagesOf = (paths: Paths): RouteObject[] => [
    page(paths.home(), modules.home, pages.homePage, labelHead('home', 'home')),
    page(paths.courses(), modules.list, pages.courseList, listHead('courses', 'courses')),
    page(pattern(paths.courseCategory), modules.list, pages.courseList, listHead('courses', 'courses')),
    page(pattern(paths.course), modules.detail, pages.course, detailHead('courses', 'courses')),
    page(paths.productNews(), modules.list, pages.productNewsList, listHead('productNews', 'news')),
    page(paths.aiNews(), modules.list, pages.aiNewsList, listHead('aiNews', 'news')),
    page(pattern(paths.newsItem), modules.detail, pages.newsItem, detailHead('news', 'news')),
    page(paths.blogs(), modules.list, pages.blogList, listHead('blogs', 'blogs')),
    page(pattern(paths.blog), modules.detail, pages.blog, detailHead('blogs', 'blogs')),
    page(paths.freeWorkshops(), modules.list, pages.workshopList, listHead('freeWorkshops', 'events')),
    page(pattern(paths.freeWorkshop), modules.detail, pages.workshop, detailHead('freeWorkshops', 'events')),
    {
      ...page(
        paths.programmingCompetitions(),
        modules.list,
        pages.competitionList,
        listHead('programmingCompetitions', 'events'),
      ),
      // Spec section 2 gives this route its name.
      id: `${paths.home()}#CompetitionsProgrammings`,
    },
    page(
      pattern(paths.programmingCompetition),
      modules.detail,
      pages.competition,
      detailHead('programmingCompetitions', 'events'),
    ),
    page(pattern(paths.event), modules.detail, pages.event, detailHead('events', 'events')),
    page(paths.whoWeAre(), modules.about, pages.about, labelHead('whoWeAre', 'about')),
    page(paths.ourMission(), modules.mission, pages.mission, labelHead('ourMission', 'about')),
    contactPage(paths),
    {
      path: `${paths.home().replace(/\/$/, '')}/*`,
      caseSensitive: true,
      // Spec section 2: paths not listed redirect to the home page, here in the path's language.
      loader: () => redirect(paths.home()),
      // React Router warns about routes without an element.
      element: null,
    },
  ]

  /** The contact page shows no content of the API. */
  function contactPage(paths: Paths): RouteObject {
    const [name, load] = modules.contact
    const head = labelHead('contactUs', 'contact')
    const element = async () => {
      const { default: ContactPage } = await inTime(load())
      return (
        <>
          <PageHead view={undefined} head={head} />
          <ContactPage />
        </>
      )
    }
    const handle: PageHandle<unknown> = { module: name, head }
    return { path: paths.contactUs(), caseSensitive: true, loader: loaders.contact, handle, lazy: { element } }
  }

  const branch = (locale: Locale): RouteObject => ({
    id: locale,
    // On a parent route, because React Router cannot render a route whose code failed to load.
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
      // Loads once: `Root` takes newer menu entries from the home data.
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
  /** The time at which the server sent the first page, in milliseconds since 1970. */
  servedAt?: number
}

/** A page's module, query and head, attached to its route. */
export type PageHandle<View = never> = {
  module: string
  query?: (params: Params) => Query
  prepare?: (() => Promise<unknown>) | undefined
  head: HeadOf<View>
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

/** Marks the names of menu entries as texts in `locale`, after a switch to a page in the other language. */
function inLanguage({ categories, hasBlogs }: Navigation, locale: Locale): Navigation {
  return { hasBlogs, categories: categories.map(({ slug, name }) => ({ slug, name: { locale, ...name } })) }
}

const noEntries: Navigation = { categories: [], hasBlogs: false }

/** A page's module: its file name, as in the build's manifest, and its import. */
type PageModule<View> = [name: string, load: () => Promise<{ default: ComponentType<View> }>]

const modules = {
  home: pageModule('HomePage', () => import('../pages/home/HomePage')),
  list: pageModule('ListPage', () => import('../pages/lists/ListPage')),
  detail: pageModule('DetailPage', () => import('../pages/details/DetailPage')),
  about: pageModule('AboutPage', () => import('../pages/about/AboutPage')),
  mission: pageModule('MissionPage', () => import('../pages/about/MissionPage')),
  contact: pageModule('ContactPage', () => import('../pages/contact/ContactPage')),
}

/** Describes a page's module. Its code is loaded once; after a failure the next call loads again. */
function pageModule<View>(name: string, load: () => Promise<{ default: ComponentType<View> }>): PageModule<View> {
  // Caches the promise, because `import()` takes time even if the code is loaded.
  let loading: ReturnType<typeof load> | undefined
  const loadOnce = () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  return [name, loadOnce]
}

/** Loads the code of every page. `pause` runs before each, because loading all at once would block a slow phone. */
export async function loadPages(pause?: () => Promise<void>): Promise<void> {
  for (const [, load] of Object.values(modules)) {
    await pause?.()
    await load()
  }
}

/** Returns the route pattern of a path with a slug. `SLUG` is replaced at the end, because `path` would encode the colon. */
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
