import lattice from '../../assets/lattice.webp'
import { useSite } from '../../components/site-context'
import { institute } from '../../content/institute'
import { lists } from '../../content/lists'
import type { HomePageData, Slider as SliderData } from '../../content/page-data'
import { useTranslation } from '../../language/i18n'
import { useWholePage } from '../../layout/use-whole-page'
import { HeroCarousel } from './HeroCarousel'
import { Slider } from './Slider'
import { Ticker } from './Ticker'
import { MissionSection, WhoWeAreSection } from './WhoWeAreSection'
import './home.css'

/** The sliders: the label of their title, the pages of their items, and the lists with the rest of the items. */
const sliders = {
  courses: { title: 'list.ourCourses', item: 'course', lists: ['courses'] },
  // Two lists, because none holds events of both kinds (spec section 2).
  events: { title: 'list.ourEvents', item: 'event', lists: ['freeWorkshops', 'programmingCompetitions'] },
  blogs: { title: 'list.ourBlogs', item: 'blog', lists: ['blogs'] },
} as const

/** The home page, its sections in the spec's order. A slider is shown only if its list has items. */
export default function HomePage({ news, hasMoreNews, courses, events, blogs, whoWeAre, mission }: HomePageData) {
  const { t } = useTranslation()
  const { locale, paths } = useSite()
  const isWhole = useWholePage()

  const slider = (name: keyof typeof sliders, { cards, hasMore }: SliderData) => {
    const { title, item, lists: listNames } = sliders[name]
    if (cards.length === 0) return null
    return (
      <Slider
        // Swiper reads direction and slides only at its start, so other items or another language mount another slider.
        key={[name, locale, ...cards.map((card) => card.slug)].join(' ')}
        name={name}
        title={t(title)}
        cards={cards}
        href={paths[item]}
        more={hasMore ? listNames.map((list) => ({ href: paths[list](), name: t(lists[list].title) })) : []}
      />
    )
  }

  return (
    <>
      <HeroCarousel key={`hero ${locale}`} />
      {news.length > 0 && <Ticker key={`ticker ${locale}`} headlines={news} hasMore={hasMoreNews} />}
      {isWhole ? (
        <>
          {slider('courses', courses)}
          <WhoWeAreSection text={whoWeAre} />
          {slider('events', events)}
          <MissionSection text={mission} />
          {slider('blogs', blogs)}
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
