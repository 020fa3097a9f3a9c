import { useContext, useEffect, useRef, useState } from 'react'
import { useLocation, useParams, useRouteError } from 'react-router-dom'
import { bareWords } from '#content/i18n'
import { listNamesOf } from '#contract/pages'
import { inLocale, pageAt, queryLength, splitLocale } from '#contract/paths'
import { Icon, Logo } from '../../components/Icon'
import { Link } from '../../components/Link'
import { PageHeading } from '../../components/PageHeading'
import { SiteContext, useSite } from '../../components/site-context'
import { ErrorHead } from '../../layout/PageHead'
import { AnnounceContext } from '../../layout/use-route-change'
import { loadPlainPage } from './plain-page'

/**
 * Shown if a route's code could not be loaded or has thrown an error, and the page's document cannot be loaded either.
 * `app/Page.tsx` shows failures of the API.
 */
export function PageError() {
  return import.meta.env.DEV ? <SourceError /> : <ReloadedPageError />
}

/** Shows the error to developers, with its stack. */
function SourceError() {
  const error = useRouteError()
  return (
    <main className="page-error wrap" role="alert">
      <pre dir="ltr">{error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error)}</pre>
    </main>
  )
}

function ReloadedPageError() {
  const { key } = useLocation()
  const site = useContext(SiteContext)
  const [failedKey, setFailedKey] = useState<string>()
  useEffect(() => void loadPlainPage().then(() => setFailedKey(key)), [key])
  if (failedKey !== key) return <div className="page-error wrap" aria-busy="true" />
  return site ? <LoadFailure /> : <LayoutError />
}

/**
 * Shown if a page has failed. `retry` calls the API again. If the page's code has failed, there is no `retry`: the button then
 * reloads the document, and so does the return of the network.
 */
export function LoadFailure({ retry }: { retry?: () => Promise<void> }) {
  const { t, paths } = useSite()
  // If the visitor's retry fails, the text changes, so that screen readers announce it. Automatic retries do not change the text.
  const [hasFailedAgain, setFailedAgain] = useState(false)
  // The browser's state is read only once, so that the text does not change while the visitor reads it.
  const [isOffline] = useState(() => typeof navigator === 'object' && navigator.onLine === false)
  const box = useRef<HTMLDivElement>(null)
  const announce = useContext(AnnounceContext)

  // The alert says what the title says. After a retry the page replaces this one, and the pressed button is gone.
  useEffect(() => {
    announce('')
    return () => {
      announce(document.title)
      if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
    }
  }, [announce])

  // Back may have scrolled beyond the end of this shorter page.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  useEffect(() => {
    if (retry) return
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [retry])

  return (
    <div className="page-error wrap">
      <ErrorHead kind="failed" />
      {/* Not atomic, so that a second failure announces only the text that has changed. */}
      <div role="alert" aria-atomic="false" ref={box}>
        <Logo />
        <h1>{t(isOffline ? 'error.offline.title' : 'error.failed.title')}</h1>
        <p>{t(isOffline ? 'error.offline.text' : hasFailedAgain ? 'error.failed.again' : 'error.failed.text')}</p>
        <p className="page-error-links">
          <button
            type="button"
            className="button"
            onClick={() => (retry ? void retry().then(() => setFailedAgain(true)) : reload())}
          >
            {t('action.tryAgain')}
          </button>
          <Link className="button button-quiet" to={paths.home()}>
            {t('action.goHome')}
          </Link>
        </p>
      </div>
    </div>
  )
}

/** Shown if the layout itself has failed. It offers to reload the document, without header and labels. */
function LayoutError() {
  const [locale] = splitLocale(useLocation().pathname)
  const words = bareWords[locale]
  return (
    <main className="page-error wrap">
      <div role="alert">
        <Logo />
        <h1>{words.failed}</h1>
        <p className="page-error-links">
          <button type="button" className="button" onClick={reload}>
            {words.tryAgain}
          </button>
          <a className="button button-quiet" href={inLocale('/', locale)}>
            {words.goHome}
          </a>
        </p>
      </div>
    </main>
  )
}

/** React Router does not load a page's code again after a failure, so the document is reloaded. */
function reload(): void {
  location.reload()
}

/** Shown for a slug that does not exist. Searches the lists that could have such an item, and links to them. */
export function NotFound() {
  const { t, paths, linkText } = useSite()
  const { slug } = useParams()
  const page = pageAt(useLocation().pathname)
  const lists = page ? listNamesOf(page) : []
  return (
    <>
      <ErrorHead kind="notFound" />
      <PageHeading title={t('error.notFound.title')} intro={t('error.notFound.text')} art="sea" />
      <div className="wrap page-body">
        {/* A plain form, which leads to the list of the pressed button. The words of the slug are often those of the item's title. */}
        <search>
          <form className="page-error-links">
            <label htmlFor="search">{t('list.findInterest')}</label>
            <input
              id="search"
              className="chip"
              type="search"
              name="q"
              defaultValue={slug?.replaceAll(/[-_]+/g, ' ').slice(0, queryLength)}
              maxLength={queryLength}
              autoComplete="off"
              enterKeyHint="search"
            />
            {lists.map((name) => {
              const label = lists.length === 1 ? t('action.search') : `${t('action.search')}: ${linkText(name)}`
              return (
                <button key={label} type="submit" className="button button-quiet" formAction={paths[name]()}>
                  <Icon name="search" />
                  {label}
                </button>
              )
            })}
          </form>
        </search>
        <h2>{t('error.goToList')}</h2>
        <ul className="page-error-links">
          {lists.map((name) => (
            <li key={name}>
              <Link className="button" to={paths[name]()}>
                {linkText(name)}
              </Link>
            </li>
          ))}
          <li>
            <Link className="button button-quiet" to={paths.home()}>
              {t('action.goHome')}
            </Link>
          </li>
        </ul>
      </div>
    </>
  )
}
