import { keepPreviousData, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useEffect, useState } from 'react'
import { I18nProvider } from 'react-aria-components'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Link, Navigate, NavLink, Route, Routes } from 'react-router-dom'
import { isKind } from '#contract/fields'
import { type Locale, locales } from '#contract/locales'
import { inLocale } from '#contract/paths'
import { Alert } from '../../client/widgets/Alert'
import type { FixtureViolation } from '../../server/content/load'
import { Failure } from './Controls'
import { ItemPage } from './content/ItemPage'
import { ListPage } from './content/ListPage'
import { SaveBar } from './content/SaveBar'
import { EditorContext, read, useDrafts, useScenarioDrafts, useSettled, write } from './drafts'
import { locate } from './fields'
import { languages, useLanguage } from './language'
import { OtherApiPage } from './OtherApiPage'
import { PicturesPage } from './PicturesPage'
import { RequestsPage } from './RequestsPage'
import { HeldCalls } from './requests/HeldCalls'
import { ScenariosPage } from './ScenariosPage'
import { ScenarioPage } from './scenarios/ScenarioPage'
import { orderedKinds, type StudioContent, useAnswer } from './server'
import './studio.css'

const storageKey = 'studio-language'

/** The language that was chosen last, or that of the browser. */
function firstLocale(): Locale {
  const chosen = read(storageKey)
  if (chosen === 'ar' || chosen === 'en') return chosen
  return navigator.language.startsWith('ar') ? 'ar' : 'en'
}

function Frame() {
  const [locale, setLocale] = useState(firstLocale)
  const { say } = languages[locale]
  const other = locales[locale === 'en' ? 'ar' : 'en']
  useEffect(() => {
    document.documentElement.lang = locales[locale].lang
    document.documentElement.dir = locales[locale].dir
    document.title = say('studio')
    write(storageKey, locale)
  }, [locale, say])
  const { data, error } = useAnswer<StudioContent>('/__studio/api/content')
  return (
    // The site writes Latin digits in both languages.
    <I18nProvider locale={`${locales[locale].lang}-u-nu-latn`}>
      <header className="studio-header">
        <p className="studio-name">
          <Link to="/">{say('studio')}</Link>
        </p>
        <nav aria-label={say('sections')} className="studio-sections">
          <NavLink to="/content">{say('content')}</NavLink>
          <NavLink to="/pictures">{say('pictureFiles')}</NavLink>
          <NavLink to="/scenarios">{say('scenarios')}</NavLink>
          <NavLink to="/requests">{say('requests')}</NavLink>
          <NavLink to="/other-api">{say('otherApi')}</NavLink>
        </nav>
        <a href={inLocale('/', locale)} target="_blank" rel="noreferrer">
          {say('site')}
        </a>
        <button
          type="button"
          className="studio-language"
          lang={other.lang}
          dir={other.dir}
          onClick={() => setLocale(locale === 'en' ? 'ar' : 'en')}
        >
          {say('language')}
        </button>
      </header>
      <main className="studio-main">
        {error && <Failure error={error} />}
        {data ? <Editor content={data} /> : !error && <p>{say('loading')}</p>}
      </main>
    </I18nProvider>
  )
}

function Editor({ content }: { content: StudioContent }) {
  const { say } = useLanguage()
  const drafts = useDrafts(content)
  const scenarios = useScenarioDrafts()
  const settled = useSettled(drafts.drafts)
  const [isReviewed, setReviewed] = useState(false)
  const { data } = useAnswer<{ violations: FixtureViolation[] }>('/__studio/api/check', { body: { changes: settled } })
  const violations = (data?.violations ?? []).map(locate)
  const unreadable = orderedKinds.filter((kind) => content.files[kind].violation)
  return (
    <EditorContext value={{ ...drafts, ...scenarios, content, violations, settled, isReviewed, setReviewed }}>
      {unreadable.map((kind) => (
        <Alert tone="danger" key={kind}>
          {say('unreadable', { file: `${kind}.json`, found: content.files[kind].violation?.found })}
        </Alert>
      ))}
      {content.translationProblem && (
        <Alert tone="warning" key={content.translationProblem}>
          <p>{say('outdatedUnknown')}</p>
          <p lang="en" dir="ltr">
            {content.translationProblem}
          </p>
        </Alert>
      )}
      {!drafts.isStored && <Alert tone="warning">{say('unsavable')}</Alert>}
      <HeldCalls />
      <Routes>
        <Route path="content?" element={<Navigate to="/content/courses" replace />} />
        {orderedKinds.map((kind) => (
          <Route path={`content/${kind}`} key={kind}>
            <Route index element={isKind(kind) ? <ListPage kind={kind} key={kind} /> : <Navigate to="0" replace />} />
            <Route path=":position" element={<ItemPage kind={kind} />} />
          </Route>
        ))}
        <Route path="pictures" element={<PicturesPage />} />
        <Route path="scenarios" element={<ScenariosPage />} />
        <Route path="scenarios/:name" element={<ScenarioPage />} />
        <Route path="requests" element={<RequestsPage />} />
        <Route path="other-api" element={<OtherApiPage />} />
        <Route path="*" element={<p>{say('unknownPage')}</p>} />
      </Routes>
      <SaveBar />
    </EditorContext>
  )
}

const client = new QueryClient({
  defaultOptions: {
    // The server is on this machine, so it can be asked without a network.
    queries: { retry: 1, networkMode: 'always', placeholderData: keepPreviousData },
    mutations: { networkMode: 'always' },
  },
})

const root = document.getElementById('root')
if (!root) throw new Error('studio/app/index.html has no element with the id "root" to render into')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <BrowserRouter basename="/__studio">
        <Frame />
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
)
