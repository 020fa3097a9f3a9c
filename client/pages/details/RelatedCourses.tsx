import { Card, type CardItem } from '../../components/Card'
import { SectionLink } from '../../components/Link'
import { useSite } from '../../components/site-context'
import { useTranslation } from '../../language/translation'

/** A few other courses of the same category, and the way to all of them. */
export function RelatedCourses({ category, cards }: { category: string; cards: CardItem[] }) {
  const { t } = useTranslation()
  const { paths } = useSite()
  return (
    <section className="related wrap" aria-labelledby="related">
      <div className="related-head">
        <h2 id="related">{t('detail.related')}</h2>
        <SectionLink to={paths.courseCategory(category)} about={t('detail.related')}>
          {t('action.seeMore')}
        </SectionLink>
      </div>
      <div className="related-cards">
        {cards.map((card) => (
          <Card
            key={card.slug}
            item={card}
            href={paths.course(card.slug)}
            heading="h3"
            sizes="(min-width: 75rem) 23rem, (min-width: 48rem) 31vw, 92vw"
          />
        ))}
      </div>
    </section>
  )
}
