import type { Headline } from '#content/cards'
import type { LocalText as Text } from '#content/localize'
import type { HomePageData, Slider as SliderData } from '#content/page-data'
import lattice from '../../assets/lattice.webp'
import { HydrateOnInteraction } from '../../components/HydrateOnInteraction'
import { WedgeRows, wedge } from '../../components/Icon'
import { Link, SectionLink } from '../../components/Link'
import { LocalText } from '../../components/LocalText'
import { useSite } from '../../components/site-context'
import { PageRest } from '../../layout/PageRest'
import { HeroCarousel } from './HeroCarousel'
import { Slider, type SliderName } from './Slider'
import { Ticker } from './Ticker'
import './home.css'

/** The home page with its sections in the spec's order. A slider is shown only if its list has items. */
export default function HomePage({ news, hasMoreNews, courses, events, blogs, whoWeAre, mission }: HomePageData) {
  const { locale } = useSite()

  // A carousel reads its direction and slides only when it mounts, so its key changes with the language and the items.
  const sliderKey = (name: string, items: Headline[]) => [name, locale, ...items.map(({ slug }) => slug)].join(' ')
  const slider = (name: SliderName, data: SliderData) =>
    data.cards.length > 0 && (
      <HydrateOnInteraction key={sliderKey(name, data.cards)}>
        <Slider name={name} {...data} />
      </HydrateOnInteraction>
    )

  return (
    <>
      <HeroCarousel key={sliderKey('hero', [])} />
      {news.length > 0 && <Ticker key={sliderKey('ticker', news)} headlines={news} hasMore={hasMoreNews} />}
      <PageRest>
        {slider('courses', courses)}
        <HydrateOnInteraction>
          <WhoWeAreSection text={whoWeAre} />
        </HydrateOnInteraction>
        {slider('events', events)}
        <HydrateOnInteraction>
          <MissionSection text={mission} />
        </HydrateOnInteraction>
        {slider('blogs', blogs)}
        {/* This picture is decorative: a lattice of stars that dissolves into the sea. */}
        <div className="image-panel">
          <img src={lattice} alt="" width="1600" height="600" loading="lazy" decoding="async" />
        </div>
        <ContactPrompt />
      </PageRest>
    </>
  )
}

const threeWedges = ['translate(-9 4)', 'translate(0 4)', 'translate(9 4)']
/** The subjects that the institute teaches. `category` is the slug of their courses; `presses` places the wedges of their sign. */
const subjects = [
  { key: 'python', category: 'python', presses: threeWedges },
  {
    key: 'pythonForAi',
    category: 'python',
    presses: threeWedges.map((press) => `rotate(-90 16 16) ${press}`),
  },
  {
    key: 'machineLearning',
    category: 'machine-learning',
    presses: [-36, 0, 36].map((turn) => `rotate(${turn} 16 26) translate(0 2)`),
  },
  {
    key: 'deepLearning',
    category: 'deep-learning',
    presses: [0, 60, 120, 180, 240, 300].map((turn) => `rotate(${turn} 16 16) translate(6 -3) scale(0.625)`),
  },
] as const

/** The section "Who we are": a short text with a link to the full page, and the subjects with links to their courses. */
function WhoWeAreSection({ text }: { text?: Text | undefined }) {
  const { t, paths, institute, navigation } = useSite()
  // The content of another API may lack a category.
  const hasCategory = (slug: string) => navigation.categories.some((category) => category.slug === slug)
  return (
    <section className="who-we-are" aria-labelledby="who-we-are">
      <div className="who-we-are-text">
        <h2 className="section-title" id="who-we-are">
          {t('about.whoWeAre')}
        </h2>
        <p>{text ? <LocalText value={text} /> : t('about.statement', { institute: institute.name })}</p>
        <SectionLink to={paths.whoWeAre()} about={t('about.whoWeAre')}>
          {t('action.readMore')}
        </SectionLink>
      </div>
      <div className="teaching">
        <h3>{t('home.teach.title')}</h3>
        <ul>
          {subjects.map(({ key, category, presses }) => (
            <li key={key}>
              <svg viewBox="0 0 32 32" width="40" height="40" aria-hidden="true">
                {presses.map((transform) => (
                  <path key={transform} d={wedge} transform={transform} />
                ))}
              </svg>
              <h4>
                {hasCategory(category) ? (
                  <Link to={paths.courseCategory(category)}>{t(`home.teach.${key}.title`)}</Link>
                ) : (
                  t(`home.teach.${key}.title`)
                )}
              </h4>
              <p>{t(`home.teach.${key}.text`)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** The section "Our mission": a large quotation on a dark band, with a link to the full page. */
function MissionSection({ text }: { text?: Text | undefined }) {
  const { t, paths } = useSite()
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

/** The clay-coloured band that links to the external contact form. */
function ContactPrompt() {
  const { t, institute } = useSite()
  if (!institute.contactForm) return null
  return (
    <section className="contact-prompt" aria-labelledby="contact-prompt">
      <div className="contact-prompt-text">
        <h2 className="contact-prompt-title" id="contact-prompt">
          {t('home.contact.title')}
        </h2>
        <p>{t('home.contact.text')}</p>
      </div>
      <a className="button contact-prompt-link" href={institute.contactForm} rel="noopener noreferrer">
        {t('home.contact.link')}
      </a>
    </section>
  )
}
