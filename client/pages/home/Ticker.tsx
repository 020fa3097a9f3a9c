import type { Headline } from '#content/cards'
import { PauseButton, StepButtons } from '../../components/carousel/CarouselButtons'
import { useLoop } from '../../components/carousel/use-loop'
import { Link } from '../../components/Link'
import { LocalText } from '../../components/LocalText'
import { useSite } from '../../components/site-context'

/** Spec section 9: each headline stays 5000 ms. */
const interval = 5000

/** The news headlines, one at a time, each a link to its item (spec section 2, home). */
export function Ticker({ headlines, hasMore }: { headlines: Headline[]; hasMore: boolean }) {
  const { t, paths } = useSite()
  const count = headlines.length
  const all = t(hasMore ? 'action.seeMore' : 'home.ticker.all')
  const loop = useLoop<HTMLUListElement>('ticker', interval, 'li', count)

  return (
    <section
      className="ticker"
      aria-roledescription={t('carousel.roleDescription')}
      aria-labelledby="news-title"
      {...loop.region}
    >
      <h2 className="ticker-name" id="news-title">
        {t('nav.news')}
      </h2>
      {count > 1 && (
        <div className="ticker-buttons">
          <PauseButton {...loop.pauseButton} />
          <StepButtons
            controls="headlines"
            onPrevious={() => loop.show(loop.current - 1)}
            onNext={() => loop.show(loop.current + 1)}
          />
        </div>
      )}
      <ul className="ticker-list" id="headlines" ref={loop.row} aria-live={loop.live}>
        {headlines.map(({ slug, title }, index) => (
          <li key={slug} className="ticker-item" inert={loop.isInert(index)}>
            <Link to={paths.newsItem(slug)}>
              <LocalText value={title} />
            </Link>
          </li>
        ))}
      </ul>
      <Link className="section-link ticker-all" to={paths.productNews()} key={all}>
        {all}
        {hasMore && <span className="visually-hidden">{`: ${t('nav.news')}`}</span>}
      </Link>
    </section>
  )
}
