import type { ReactNode } from 'react'
import { Icon, type IconName, wedge } from '../../components/Icon'
import { LocalText } from '../../components/LocalText'
import { PageHeading } from '../../components/PageHeading'
import { EmailText, SocialLinks } from '../../layout/Footer'
import './contact.css'
import { useSite } from '../../components/site-context'

/** The contact page (spec section 2, Contact). Its form is a page of another site. It leaves out what the site's settings lack. */
export default function ContactPage() {
  const { t, institute } = useSite()
  const { street, landmark, city, hours, email, phones, whatsapp, whatsappNumber, map, networks, contactForm } =
    institute
  const address = [street, landmark, city].filter((line) => line !== undefined)
  return (
    <>
      <PageHeading art="sea" title={t('contact.title')} intro={t('contact.intro')} />
      <div className="wrap page-body contact">
        <ul className="contact-ways">
          {whatsapp && (
            <Way icon="whatsapp" name={t('contact.whatsapp')}>
              <a href={whatsapp} rel="noopener noreferrer">
                <bdi dir="ltr" translate="no">
                  {whatsappNumber}
                </bdi>
              </a>
            </Way>
          )}
          {phones.length > 0 && (
            <Way icon="phone" name={t('contact.phones')}>
              {phones.map(({ number, href, purpose }) => (
                <a key={number} href={href}>
                  <bdi dir="ltr" translate="no">
                    {number}
                  </bdi>
                  {purpose && (
                    <span className="contact-purpose">
                      <LocalText value={purpose} />
                    </span>
                  )}
                </a>
              ))}
            </Way>
          )}
          {email && (
            <Way icon="mail" name={t('contact.email')}>
              <a href={`mailto:${email}`}>
                <EmailText email={email} />
              </a>
            </Way>
          )}
          {(address.length > 0 || map) && (
            <Way icon="location" name={t('contact.address')}>
              <address>
                {address.map((line) => (
                  <div key={line.text}>
                    <LocalText value={line} />
                  </div>
                ))}
              </address>
              {map && (
                <a className="contact-map" href={map} rel="noopener noreferrer" key={t('contact.map')}>
                  <MapDrawing />
                  {t('contact.map')}
                </a>
              )}
            </Way>
          )}
          {hours && (
            <Way icon="clock" name={t('contact.hours')}>
              <p className="contact-hours">
                <LocalText value={hours} />
              </p>
            </Way>
          )}
          {networks.length > 0 && (
            <Way icon="person" name={t('contact.followUs')}>
              <SocialLinks />
            </Way>
          )}
        </ul>
        {contactForm && (
          <section className="contact-form" aria-labelledby="contact-form">
            <h2 id="contact-form">{t('contact.formTitle')}</h2>
            <p>{t('contact.formText')}</p>
            <a
              className="button button-on-clay"
              href={contactForm}
              rel="noopener noreferrer"
              key={t('contact.formLink')}
            >
              {t('contact.formLink')}
              <Icon name="outside" />
            </a>
          </section>
        )}
      </div>
    </>
  )
}

/**
 * A drawing of a town by the sea, with a pin. It shows no real streets: the link around it leads to the real map. As a map has the north
 * above, it is the same in both directions.
 */
function MapDrawing() {
  return (
    <svg viewBox="0 0 480 200" aria-hidden="true">
      <path className="map-land" d="M0 0h480v200H0z" />
      <path className="map-sea" d="M0 0h150c-12 30 22 44 8 78s-40 30-34 62 22 34 14 60H0z" />
      <path className="map-waves" d="M18 40q12-8 24 0t24 0 24 0M40 96q12-8 24 0t24 0M14 150q12-8 24 0t24 0 24 0" />
      <path className="map-park" d="M352 22h84v50h-84zM196 138h64v40h-64z" />
      <path
        className="map-streets"
        d="M168 0c-10 40 20 50 6 90s-38 40-28 110M150 118l330-28M172 40l308-22M154 186l326-34M236 0l26 200M318 0l26 200M404 0l26 200"
      />
      <path className="map-pin" d={wedge} transform="translate(236 14) scale(4)" />
      <circle className="map-pin" cx="300" cy="108" r="7" />
    </svg>
  )
}

/** One way to reach the institute, under its name. */
function Way({ icon, name, children }: { icon: IconName; name: string; children: ReactNode }) {
  return (
    <li className="contact-way">
      <Icon name={icon} />
      <h2>{name}</h2>
      <div className="contact-way-links">{children}</div>
    </li>
  )
}
