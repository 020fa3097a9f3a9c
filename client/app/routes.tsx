import { useMemo, useState } from 'react'
import { type Params, type RouteObject, redirect, useLoaderData, useLocation } from 'react-router-dom'
import { type Locale, locales } from '#contract/locales'
import type { OperationName, QueryKey } from '#contract/operations'
import { type PageName, pageNames } from '#contract/pages'
import { pathPattern, splitLocale } from '#contract/paths'
// Most pages have cards. Bundling the cards into the start script saves two requests.
import '../components/Card'
import { loadMessages } from '#content/i18n'
import { type Navigation, navigationOf } from '#content/page-data'
import type { Settings } from '../components/site-context'
import { Layout } from '../layout/Layout'
import { LoadingPage } from '../layout/LoadingPage'
import { PageHead } from '../layout/PageHead'
import type { PageDefinition, PlainPage } from '../layout/page-definition'
import { PageError } from '../pages/errors/ErrorPages'
import { Page } from './Page'
import { useHome } from './page-sources'
import { definitions } from './pages'
import type { InBrowser } from './served-page'
import type { Loaders } from './server-loaders'

/**
 * Creates the routes of the spec's section 2 for each language. Both languages share one router, so that a language switch is a
 * navigation, which keeps focus, scroll position and the header's DOM.
 */
export function createRoutes({ loaders, settings, browser }: RoutesOptions): RouteObject[] {
  const { product } = settings

  const homeOf = (locale: Locale) => pathPattern('home', { locale, product })

  function page(name: PageName, locale: Locale): RouteObject {
    // TypeScript cannot tie a page's query to its view in a union of pages.
    const definition = definitions[name] as PlainPage<object> | PageDefinition<OperationName, object>
    const { module, head } = definition
    const hasContent = 'query' in definition
    return {
      path: pathPattern(name, { locale, product }),
      // Spec section 2: unlisted paths redirect to the home page. `/Courses` is unlisted, because paths are case-sensitive.
      caseSensitive: true,
      loader: hasContent ? loaders.page(definition) : loaders.plain,
      handle: { ...definition, name } satisfies PageHandle<object>,
      lazy: {
        element: async () => {
          const { default: Component } = await module.load()
          // Each kind of page has its own key, because React would otherwise keep the state of one kind for the next.
          if (hasContent) return <Page key={module.name} {...{ definition, browser, Component }} />
          return (
            <>
              <PageHead view={{}} head={head} />
              <Component />
            </>
          )
        },
      },
      // Spec section 2 gives this route its name.
      ...(name === 'programmingCompetitions' && { id: `${homeOf(locale)}#CompetitionsProgrammings` }),
    }
  }

  const pagesOf = (locale: Locale): RouteObject[] => {
    const home = homeOf(locale)
    return [
      ...pageNames.map((name) => page(name, locale)),
      {
        path: `${home.replace(/\/$/, '')}/*`,
        caseSensitive: true,
        // Spec section 2: paths not listed redirect to the home page, here in the path's language.
        loader: () => redirect(home),
        // React Router warns about routes without an element.
        element: null,
      },
    ]
  }

  const branch = (locale: Locale): RouteObject => ({
    id: locale,
    // The parent route has the error page, because React Router cannot render a route whose code failed to load.
    errorElement: <PageError />,
    loader: async () => {
      await loadMessages(locale)
      return null
    },
    shouldRevalidate: () => false,
    children: pagesOf(locale),
  })

  return [
    {
      id: 'layout',
      element: <Root settings={settings} />,
      hydrateFallbackElement: <LoadingPage />,
      errorElement: <PageError />,
      loader: loaders.navigation,
      // `Root` takes newer menu entries from the home data, if the browser has it.
      shouldRevalidate: ({ currentUrl, nextUrl }) =>
        settings.readsPages === true && splitLocale(currentUrl.pathname)[0] !== splitLocale(nextUrl.pathname)[0],
      children: Object.values(locales).map(({ locale }) => branch(locale)),
    },
  ]
}

export type RoutesOptions = {
  loaders: Loaders
  settings: Settings
  /** Unset on the server. */
  browser?: InBrowser
}

/** The parts of a page's definition that are read from its route. */
export type PageHandle<View = never> = PlainPage<View> & {
  name: PageName
  prepare?: () => Promise<unknown>
  query?: (params: Params, product: string) => QueryKey
}

/** The layout with menu entries from the home data or, until that is loaded, from the server. */
function Root({ settings }: { settings: Settings }) {
  const served = useLoaderData<Navigation | null>()
  const [locale] = splitLocale(useLocation().pathname)
  // The language in which the menu entries came
  const [arrival, setArrival] = useState({ served, locale })
  if (arrival.served !== served) setArrival({ served, locale })
  const [home] = useHome(true)
  const current = useMemo(() => home && navigationOf(home, locale), [home, locale])
  const fallback = served && (arrival.locale === locale ? served : inLanguage(served, arrival.locale))
  return <Layout settings={settings} navigation={current ?? fallback ?? noEntries} />
}

/** Marks the names of menu entries as texts in `locale`, the language that the page had before a language switch. */
function inLanguage({ categories, hasBlogs }: Navigation, locale: Locale): Navigation {
  return { hasBlogs, categories: categories.map(({ slug, name }) => ({ slug, name: { locale, ...name } })) }
}

const noEntries: Navigation = { categories: [], hasBlogs: false }
