// The first drawing is inlined, because it is the largest element of the first view and fetching it would cost a round trip.
import hero1 from '../../assets/hero-1.svg?inline'
import { useHydrated } from '../../components/browser-state'
import { PauseButton } from '../../components/carousel/CarouselButtons'
import { useLoop } from '../../components/carousel/use-loop'
import { WedgeRows } from '../../components/Icon'
import { Link } from '../../components/Link'
import { artworks } from '../../components/PageHeading'
import { useSite } from '../../components/site-context'

/** Spec section 9: each of the five intro slides stays 3000 ms. */
const interval = 3000

const slides = [
  { slogan: 'slogan1', art: hero1, to: 'courses' },
  { slogan: 'slogan2', art: artworks.tablet, to: 'freeWorkshops' },
  { slogan: 'slogan3', art: artworks.sea, to: 'whoWeAre' },
  { slogan: 'slogan4', art: artworks.arch, to: 'programmingCompetitions' },
  { slogan: 'slogan5', art: artworks.dunes, to: 'contactUs' },
] as const

/**
 * The five intro slides (spec section 2, home). The page's `h1` stands above them, because a hidden slide is inert: assistive
 * technology would miss the `h1` for twelve of every fifteen seconds.
 */
export function HeroCarousel() {
  const { t, paths } = useSite()
  const total = slides.length
  const isHydrated = useHydrated()
  const loop = useLoop<HTMLDivElement>('hero', interval, '.hero-slide', total)

  return (
    <div className="hero band-night">
      <WedgeRows id="wedges-hero" />
      <h1 className="hero-heading">{t('home.hero.heading')}</h1>
      <section
        className="hero-carousel"
        aria-roledescription={t('carousel.roleDescription')}
        aria-label={t('home.hero.label')}
        {...loop.region}
      >
        <PauseButton {...loop.pauseButton} />
        <div className="hero-track" id="hero-slides" ref={loop.row} aria-live={loop.live} aria-atomic="false">
          {slides.map(({ slogan, art, to }, index) => (
            // biome-ignore lint/a11y/useSemanticElements: the APG's carousel has groups; a fieldset is for forms
            <div
              key={slogan}
              className="hero-slide"
              role="group"
              aria-roledescription={t('carousel.slideRoleDescription')}
              aria-label={t('carousel.position', { position: index + 1, total })}
              inert={loop.isInert(index)}
            >
              <div className="hero-text">
                <h2 className="hero-slogan">{t(`home.${slogan}.title`)}</h2>
                <p className="hero-line">{t(`home.${slogan}.line`)}</p>
                <Link className="button hero-action" to={paths[to]()}>
                  {t(`home.${slogan}.action`)}
                </Link>
              </div>
              <img
                className="hero-art"
                alt=""
                width="960"
                height="720"
                // After hydration the other drawings (2 kB each) are fetched, because a slide must not show without its drawing.
                loading={index === 0 || isHydrated ? 'eager' : 'lazy'}
                decoding="async"
                // `src` is the last attribute, because React sets it last in the browser. The server's HTML is then the same.
                src={art}
              />
            </div>
          ))}
        </div>
        <div className="hero-indicators">
          {slides.map(({ slogan }, index) => (
            <button
              key={slogan}
              type="button"
              className="hero-indicator"
              aria-label={t('carousel.indicator', { position: index + 1, total, title: t(`home.${slogan}.title`) })}
              aria-current={index === loop.current ? 'true' : undefined}
              aria-controls="hero-slides"
              onClick={() => loop.show(index)}
            />
          ))}
        </div>
      </section>
    </div>
  )
}
