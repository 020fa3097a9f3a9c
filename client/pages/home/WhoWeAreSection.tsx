import { WedgeRows, wedge } from '../../components/Icon'
import { SectionLink } from '../../components/Link'
import { LocalText } from '../../components/LocalText'
import { useSite } from '../../components/site-context'
import { useTranslation } from '../../language/i18n'
import type { LocalText as Text } from '../../language/localize'

/** The subjects that the institute teaches, each with a sign made of the mark's wedge. */
const subjects = [
  { key: 'python', presses: ['translate(-9 4)', 'translate(0 4)', 'translate(9 4)'] },
  {
    key: 'pythonForAi',
    presses: [
      'rotate(-90 16 16) translate(-9 4)',
      'rotate(-90 16 16) translate(0 4)',
      'rotate(-90 16 16) translate(9 4)',
    ],
  },
  {
    key: 'machineLearning',
    presses: ['rotate(-36 16 26) translate(0 2)', 'translate(0 2)', 'rotate(36 16 26) translate(0 2)'],
  },
  {
    key: 'deepLearning',
    presses: [0, 60, 120, 180, 240, 300].map((turn) => `rotate(${turn} 16 16) translate(6 -3) scale(0.625)`),
  },
] as const

/** The section "Who we are": a short text and the subjects, with a link to the full page. */
export function WhoWeAreSection({ text }: { text?: Text | undefined }) {
  const { t } = useTranslation()
  const { paths } = useSite()
  return (
    <section className="who-we-are" aria-labelledby="who-we-are">
      <div className="who-we-are-text">
        <h2 className="section-title" id="who-we-are">
          {t('about.whoWeAre')}
        </h2>
        <p>{text ? <LocalText value={text} /> : t('about.statement')}</p>
        <SectionLink to={paths.whoWeAre()} about={t('about.whoWeAre')}>
          {t('action.readMore')}
        </SectionLink>
      </div>
      <div className="teaching">
        <h3 className="teaching-title">{t('home.teach.title')}</h3>
        <ul className="teaching-list">
          {subjects.map(({ key, presses }) => (
            <li key={key} className="teaching-subject">
              <svg viewBox="0 0 32 32" width="40" height="40" aria-hidden="true">
                {presses.map((transform) => (
                  <path key={transform} d={wedge} transform={transform} />
                ))}
              </svg>
              <h4>{t(`home.teach.${key}.title`)}</h4>
              <p>{t(`home.teach.${key}.text`)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** The section "Our mission": a large quotation on a dark band, with a link to the full page. */
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
