import { useLocation } from 'react-router-dom'
import { splitLocale } from '#contract/paths'
import { Mark } from '../components/Icon'
import { bareWords } from '../language/i18n'

/** Shown until a page's content arrives, if it was not in the HTML. Uses no labels, because they may not be loaded yet. */
export function LoadingPage() {
  const { pathname } = useLocation()
  const [locale] = splitLocale(pathname)
  return (
    <>
      <header className="site-header skeleton-header">
        <div className="site-header-row">
          <span className="brand">
            <Mark />
            <span className="skeleton-line" />
          </span>
        </div>
      </header>
      <PageStatus isLoading text={bareWords[locale].loading} />
      <main id="main" aria-busy="true">
        <PageSkeleton pathname={pathname} />
      </main>
    </>
  )
}

/** The visible skeleton of the page at `pathname`. Screen readers get a heading and the status instead. */
export function PageSkeleton({ pathname }: { pathname: string }) {
  const [locale] = splitLocale(pathname)
  return (
    <div className="skeleton">
      <h1 className="visually-hidden">{bareWords[locale].loading}</h1>
      <div aria-hidden="true">{shapes[shapeOf(pathname)]}</div>
    </div>
  )
}

type Shape = 'home' | 'list' | 'detail' | 'text'

/** Guesses the shape from the number of the path's segments and from the first one. */
function shapeOf(pathname: string): Shape {
  const [, page] = splitLocale(pathname)
  const [first = '', slug] = page.split('/').filter(Boolean)
  if (first === '') return 'home'
  if (slug && first !== 'course-category') return 'detail'
  return /^(?:who-we-are|our-mission|contact-us)$/.test(first) ? 'text' : 'list'
}

const line = (size: string) => <span className={`skeleton-line skeleton-line-${size}`} />

const paragraph = (
  <p>
    {line('full')}
    {line('full')}
    {line('most')}
  </p>
)

const heading = (
  <div className="page-heading band-night">
    <div className="wrap page-heading-row">
      <div className="page-heading-text">
        {line('title')}
        {line('most')}
      </div>
    </div>
  </div>
)

const card = (key: number) => (
  <div className="card" key={key}>
    <span className="picture picture-wide" />
    <div className="card-text">
      {line('title')}
      {line('full')}
      {line('half')}
    </div>
  </div>
)

const shapes = {
  home: (
    <>
      <div className="skeleton-hero band-night">
        <div className="wrap">
          {line('title')}
          {line('most')}
          {line('half')}
        </div>
      </div>
      <div className="wrap page-body">{line('title')}</div>
    </>
  ),
  list: (
    <>
      {heading}
      <div className="wrap page-body">
        <div className="item-list">{[0, 1, 2, 3, 4, 5, 6].map(card)}</div>
      </div>
    </>
  ),
  detail: (
    <div className="detail wrap">
      <p className="detail-back">{line('back')}</p>
      <span className="picture picture-wide" />
      <div className="detail-head">
        {line('title')}
        {line('half')}
      </div>
      <div className="prose">
        {paragraph}
        {paragraph}
        {paragraph}
      </div>
    </div>
  ),
  text: (
    <>
      {heading}
      <div className="wrap page-body">
        <div className="prose">
          {paragraph}
          {paragraph}
        </div>
      </div>
    </>
  ),
} satisfies Record<Shape, React.ReactNode>

/** The layout's only polite live region, which announces loading and then the page's title, and a progress bar. */
export function PageStatus({ isLoading, text }: { isLoading: boolean; text: string }) {
  return (
    <div className={isLoading ? 'page-status is-loading' : 'page-status'}>
      <div className="page-status-bar" />
      <p role="status" className="page-status-text">
        {text}
      </p>
    </div>
  )
}
