import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { I18nProvider } from 'react-aria-components'
import { createBrowserRouter, Link, Navigate, NavLink, Outlet, RouterProvider } from 'react-router-dom'
import { isLocale, type Locale, locales } from '#contract/locales'
import { inLocale } from '#contract/paths'
import { Alert } from '../../client/widgets/Alert'
import { ItemPage } from './content/ItemPage'
import { ListPage } from './content/ListPage'
import { SaveBar } from './content/SaveBar'
import { EditorContext, useDraftState } from './drafts'
import { LanguageContext, useLanguage } from './language'
import { sayIn } from './messages'
import { OtherApiPage } from './OtherApiPage'
import { RequestsPage } from './RequestsPage'
import { ScenariosPage } from './ScenariosPage'
import { ask, type FileFault, keyOf, type StudioContent } from './server'
import { read, write } from './storage'

const storageKey = 'studio-language'

function storedLocale(): Locale {
  const stored = read(storageKey)
  return isLocale(stored) ? stored : 'en'
}

function Frame() {
  const [locale, setLocale] = useState(storedLocale)
  const language = useMemo(() => ({ locale, say: sayIn(locale) }), [locale])
  useEffect(() => {
    document.documentElement.lang = locales[locale].lang
    document.documentElement.dir = locales[locale].dir
    write(storageKey, locale)
  }, [locale])
  const { data, error } = useQuery({
    queryKey: keyOf('content'),
    queryFn: () => ask<StudioContent>('/__studio/api/content'),
    // Another program may change the files.
    refetchInterval: 3_000,
  })
  return (
    <LanguageContext value={language}>
      {/* The site writes Latin digits in both languages. */}
      <I18nProvider locale={`${locales[locale].lang}-u-nu-latn`}>
        <Header onLanguage={() => setLocale(locale === 'en' ? 'ar' : 'en')} />
        <main className="studio-main">
          {error && <Alert tone="danger">{language.say('failed', { message: error.message })}</Alert>}
          {data ? <Editor content={data} /> : !error && <p>{language.say('loading')}</p>}
        </main>
      </I18nProvider>
    </LanguageContext>
  )
}

function Header({ onLanguage }: { onLanguage: () => void }) {
  const { locale, say } = useLanguage()
  const other = locale === 'en' ? locales.ar : locales.en
  return (
    <header className="studio-header">
      <p className="studio-name">
        <Link to="/">{say('studio')}</Link>
      </p>
      <nav aria-label={say('sections')} className="studio-sections">
        <NavLink to="/content">{say('content')}</NavLink>
        <NavLink to="/scenarios">{say('scenarios')}</NavLink>
        <NavLink to="/requests">{say('requests')}</NavLink>
        <NavLink to="/other-api">{say('otherApi')}</NavLink>
      </nav>
      <a href={inLocale('/', locale)} target="_blank" rel="noreferrer">
        {say('site')}
      </a>
      <button type="button" className="studio-language" lang={other.lang} dir={other.dir} onClick={onLanguage}>
        {say('language')}
      </button>
    </header>
  )
}

function Editor({ content }: { content: StudioContent }) {
  const { say } = useLanguage()
  const drafts = useDraftState(content)
  const values = useSettled(drafts.values)
  const { data } = useQuery({
    queryKey: keyOf('check', values, content),
    queryFn: () => ask<{ faults: FileFault[] }>('/__studio/api/check', { body: { values } }),
    placeholderData: (previous) => previous,
  })
  const editor = useMemo(() => ({ ...drafts, content, faults: data?.faults ?? [] }), [drafts, content, data])
  const unreadable = Object.entries(content.files).filter(([, { fault }]) => fault)
  return (
    <EditorContext value={editor}>
      {unreadable.map(([kind, { fault }]) => (
        <Alert tone="danger" key={kind}>
          {say('unreadable', { file: `${kind}.json`, found: fault?.found })}
        </Alert>
      ))}
      {!drafts.isStored && <Alert tone="warning">{say('unsavable')}</Alert>}
      <Outlet />
      <SaveBar />
    </EditorContext>
  )
}

/** A value that has not changed for 300 ms. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 300)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

function UnknownPage() {
  const { say } = useLanguage()
  return <p>{say('unknownPage')}</p>
}

const router = createBrowserRouter(
  [
    {
      element: <Frame />,
      children: [
        { index: true, element: <Navigate to="/content" replace /> },
        { path: 'content', element: <Navigate to="/content/courses" replace /> },
        { path: 'content/:kind', element: <ListPage /> },
        { path: 'content/:kind/:place', element: <ItemPage /> },
        { path: 'scenarios', element: <ScenariosPage /> },
        { path: 'requests', element: <RequestsPage /> },
        { path: 'other-api', element: <OtherApiPage /> },
        { path: '*', element: <UnknownPage /> },
      ],
    },
  ],
  { basename: '/__studio' },
)

const client = new QueryClient({ defaultOptions: { queries: { retry: 1 } } })

/** The page that edits content and scenarios in development. */
export function Studio() {
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
