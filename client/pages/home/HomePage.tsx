import lattice from '../../assets/lattice.webp'
import { useSite } from '../../components/site-context'
import { institute } from '../../content/institute'
import type { HomePageData, Slider as SliderData } from '../../content/page-data'
import { useTranslation } from '../../language/i18n'
import { useWholePage } from '../../layout/use-whole-page'
import { HeroCarousel } from './HeroCarousel'
import { Slider } from './Slider'
import { Ticker } from './Ticker'
import { MissionSection, WhoWeAreSection } from './WhoWeAreSection'
import './home.css'

/** The home page, its sections in the spec's order. A slider is shown only if its list has items. */
export default function HomePage({ news, hasMoreNews, courses, events, blogs, whoWeAre, mission }: HomePageData) {
  const { t } = useTranslation()
  const { locale, paths } = useSite()
  const isWhole = useWholePage()

  const slider = (
    name: string,
    title: string,
    data: SliderData,
    href: (slug: string) => string,
    lists: { href: string; name: string }[],
  ) => {
    const { cards, hasMore } = data
    if (cards.length === 0) return null
    return (
      <Slider
        // Swiper reads direction and slides only at its start, so other items or another language mount another slider.
        key={[name, locale, ...cards.map((card) => card.slug)].join(' ')}
        name={name}
        title={title}
        cards={cards}
        href={href}
        more={hasMore ? lists : []}
      />
    )
  }

  return (
    <>
      <HeroCarousel key={`hero ${locale}`} />
      {news.length > 0 && <Ticker key={`ticker ${locale}`} headlines={news} hasMore={hasMoreNews} />}
      {isWhole ? (
        <>
          {slider('courses', t('list.ourCourses'), courses, paths.course, [
            { href: paths.courses(), name: t('list.ourCourses') },
          ])}
          <WhoWeAreSection text={whoWeAre} />
          {slider('events', t('list.ourEvents'), events, paths.event, [
            // Two links, because no list holds events of both kinds (spec section 2).
            { href: paths.freeWorkshops(), name: t('nav.freeWorkshops') },
            { href: paths.programmingCompetitions(), name: t('nav.programmingCompetitions') },
          ])}
          <MissionSection text={mission} />
          {slider('blogs', t('list.ourBlogs'), blogs, paths.blog, [{ href: paths.blogs(), name: t('list.ourBlogs') }])}
          <ImagePanel />
          <ContactPrompt />
        </>
      ) : (
        <div className="page-rest" />
      )}
    </>
  )
}

/** The wide, decorative picture before the contact prompt: a lattice of stars that dissolves into the sea. */
function ImagePanel() {
  return (
    <div className="image-panel">
      <img src={lattice} alt="" width="1600" height="600" loading="lazy" decoding="async" />
    </div>
  )
}

/** The clay-coloured band that links to the external contact form. */
function ContactPrompt() {
  const { t } = useTranslation()
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
