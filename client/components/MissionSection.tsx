import type { LocalText as Text } from '../localize'
import { SectionLink } from './Link'
import { LocalText } from './LocalText'
import { WedgeRows } from './Mark'
import { useSite } from './site-context'
import { useTranslation } from './translation'

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
