import { lists } from '#content/lists'
import type { Slider as SliderData } from '#content/page-data'
import { Card } from '../../components/Card'
import { StepButtons } from '../../components/carousel/CarouselButtons'
import { useSwiper } from '../../components/carousel/use-swiper'
import { SectionLink } from '../../components/Link'
import { useSite } from '../../components/site-context'

/** Spec section 9: four items if the window is wider than 992 px, else one. slider.css has the same rule, and one for large text. */
const shownInWide = 4

/** The sliders. `title` is the title's label, `item` names the path of an item, and `lists` are the lists with all items. */
const sliders = {
  courses: { title: 'list.ourCourses', item: 'course', lists: ['courses'] },
  // The events slider leads to two lists, because no list has events of both kinds (spec section 2).
  events: { title: 'list.ourEvents', item: 'event', lists: ['freeWorkshops', 'programmingCompetitions'] },
  blogs: { title: 'list.ourBlogs', item: 'blog', lists: ['blogs'] },
} as const

export type SliderName = keyof typeof sliders

/** A row of cards (spec section 2, home). `hasMore` is true if the lists have more items than the row. */
export function Slider({ name, cards, hasMore }: SliderData & { name: SliderName }) {
  const { t, paths } = useSite()
  const { title, item, lists: more } = sliders[name]
  const { viewport, visible, step } = useSwiper(name, cards.length)

  return (
    <section
      className={cards.length <= shownInWide ? 'slider slider-fits' : 'slider'}
      aria-roledescription={t('carousel.roleDescription')}
      aria-labelledby={`${name}-title`}
    >
      <div className="slider-head">
        <h2 className="section-title" id={`${name}-title`}>
          {t(title)}
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
              <Card item={card} href={paths[item](card.slug)} layout="slider" />
            </li>
          ))}
        </ul>
      </div>
      {hasMore && (
        <div className="slider-more">
          {more.map((list) => (
            <SectionLink key={list} to={paths[list]()} about={more.length === 1 ? t(lists[list].title) : undefined}>
              {more.length === 1 ? t('action.seeMore') : `${t('action.seeMore')}: ${t(lists[list].title)}`}
            </SectionLink>
          ))}
        </div>
      )}
    </section>
  )
}
