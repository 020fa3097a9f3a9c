import { Card } from '../../components/Card'
import { StepButtons } from '../../components/carousel/CarouselButtons'
import { useSwiper } from '../../components/carousel/use-swiper'
import { Icon } from '../../components/Icon'
import { Link } from '../../components/Link'
import { useSite } from '../../components/site-context'
import type { Card as CardItem } from '../../content/cards'

/** Spec section 9: four items if the window is wider than 992 px, else one. slider.css has the same rule. */
const shownInWide = 4

type Props = {
  /** Unique on the page. The element ids start with this name, so that they are the same on server and browser. */
  name: string
  title: string
  cards: CardItem[]
  /** The path of an item's page. */
  href: (slug: string) => string
  /** The lists that these items are from, if they have more than the slider carries. */
  more: { href: string; name: string }[]
}

/** A row of cards: four in a wide window, one in a narrow one (spec section 2, home). */
export function Slider({ name, title, cards, href, more }: Props) {
  const { t } = useSite()
  const { viewport, visible, step } = useSwiper(name, cards.length)

  return (
    <section
      className={cards.length <= shownInWide ? 'slider slider-fits' : 'slider'}
      aria-roledescription={t('carousel.roleDescription')}
      aria-labelledby={`${name}-title`}
    >
      <div className="slider-head">
        <h2 className="section-title" id={`${name}-title`}>
          {title}
        </h2>
        {cards.length > 1 && (
          <StepButtons
            controls={`${name}-list`}
            isAtStart={!visible || visible.includes(0)}
            isAtEnd={visible?.includes(cards.length - 1) ?? false}
            onPrevious={() => step(-1)}
            onNext={() => step(1)}
          />
        )}
      </div>
      <div className="slider-viewport" ref={viewport}>
        <ul className="slider-list" id={`${name}-list`}>
          {cards.map((card, index) => (
            <li key={card.slug} className="slider-item" inert={visible !== undefined && !visible.includes(index)}>
              <Card
                item={card}
                href={href(card.slug)}
                heading="h3"
                sizes="(min-width: 993px) 23vw, (min-width: 640px) 45vw, 92vw"
                widest={960}
              />
            </li>
          ))}
        </ul>
      </div>
      {more.length > 0 && (
        <div className="slider-more">
          {more.map((list) => (
            <Link key={list.href} className="section-link" to={list.href}>
              <span>
                {t('action.seeMore')}
                <span className={more.length === 1 ? 'visually-hidden' : undefined}>{`: ${list.name}`}</span>
              </span>
              <Icon name="forward" />
            </Link>
          ))}
        </div>
      )}
    </section>
  )
}
