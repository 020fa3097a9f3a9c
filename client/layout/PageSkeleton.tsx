import { splitLocale } from '#contract/paths'
import { bareWords } from './bare-words'

/** The shape of the page at `pathname`, before its content is there: for the eye. Who hears pages has a heading and the status. */
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

/** By the path's form alone, so that the map of the site is spelled in one place (`contract/paths.ts`). */
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
