import { SectionLink } from '../../components/Link'
import { LocalText } from '../../components/LocalText'
import { WedgeRows } from '../../components/Mark'
import { useSite } from '../../components/site-context'
import type { LocalText as Text } from '../../language/localize'
import { useTranslation } from '../../language/translation'

/** Our mission as a large quotation on night; the whole text has its own page. */
export function MissionSection({ text }: { text?: Text | undefined }) {
  const { t } = useTranslation()
  const { paths } = useSite()
  return (
    <section className="mission-section band-night" aria-labelledby="our-mission">
      <WedgeRows id="wedges-mission" />
      <h2 className="mission-section-title" id="our-mission">
        {t('nav.ourMission')}
      </h2>
      <blockquote className="mission-section-quote">
        <p>{text ? <LocalText value={text} /> : t('mission.statement')}</p>
      </blockquote>
      <SectionLink to={paths.ourMission()} about={t('nav.ourMission')}>
        {t('action.readMore')}
      </SectionLink>
    </section>
  )
}
