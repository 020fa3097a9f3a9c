import { useLocation } from 'react-router-dom'
import { bareWords } from '#content/i18n'
import { isItem, isListPage } from '#contract/pages'
import { pageAt, splitLocale } from '#contract/paths'
import { Logo } from '../components/Icon'
import { SlowNotice } from './StaleNotice'

/** Shown until a page's content arrives, if it was not in the HTML. Uses no labels, because they may not be loaded yet. */
export function LoadingPage() {
  const location = useLocation()
  const { pathname } = location
  const [locale] = splitLocale(pathname)
  return (
    <>
      <header className="site-header skeleton-header">
        <div className="site-header-row">
          <span className="brand">
            <Logo />
            <span className="skeleton-line" />
          </span>
        </div>
      </header>
      <main id="main" aria-busy="true">
        <PageSkeleton pathname={pathname} />
      </main>
      <SlowNotice page={location} />
      <PageStatus isLoading text={bareWords[locale].loading} />
    </>
  )
}

/**
 * Shows a skeleton in the shape of the page at `pathname`: an item, a list, or a band with text. Screen readers get only a heading
 * and the page's status.
 */
export function PageSkeleton({ pathname }: { pathname: string }) {
  const [locale] = splitLocale(pathname)
  const name = pageAt(pathname)
  const hasList = name && isListPage(name)
  return (
    <div className="skeleton">
      <h1 className="visually-hidden">{bareWords[locale].loading}</h1>
      <div aria-hidden="true">
        {name && isItem(name) ? (
          item
        ) : (
          <>
            <div className={name === 'home' ? 'page-heading skeleton-hero band-night' : 'page-heading band-night'}>
              <div className="wrap page-heading-row">
                <div className="page-heading-text">{lines('title', 'most')}</div>
              </div>
            </div>
            <div className="wrap page-body">{hasList ? cards : paragraphs}</div>
          </>
        )}
      </div>
    </div>
  )
}

const lines = (...sizes: string[]) =>
  sizes.map((size) => <span key={size} className={`skeleton-line skeleton-line-${size}`} />)

const paragraphs = (
  <div className="prose">
    {[0, 1, 2].map((key) => (
      <p key={key}>{lines('full', 'long', 'most')}</p>
    ))}
  </div>
)

const cards = (
  <div className="item-list">
    {[0, 1, 2, 3, 4, 5, 6].map((key) => (
      <div className="card" key={key}>
        <span className="picture picture-wide" />
        <div className="card-text">{lines('title', 'full', 'half')}</div>
      </div>
    ))}
  </div>
)

const item = (
  <div className="detail wrap">
    <p className="detail-back">{lines('back')}</p>
    <div>{lines('title')}</div>
    <div className="detail-card">{lines('half', 'most')}</div>
    <span className="picture picture-wide" />
    {paragraphs}
  </div>
)

/** Shows a progress bar while a page loads. Its live region announces first the loading and then the page's title. */
export function PageStatus({ isLoading, text }: { isLoading: boolean; text: string }) {
  return (
    <div className={isLoading ? 'page-status is-loading' : 'page-status'}>
      {isLoading && <div className="loading-bar" />}
      <p role="status" className="page-status-text">
        {text}
      </p>
    </div>
  )
}
