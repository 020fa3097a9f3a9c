import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../components/Icon'
import { LocalText } from '../../components/LocalText'
import { PageHeading } from '../../components/PageHeading'
import { EmailText, SocialLinks } from '../../layout/Footer'
import './contact.css'
import { useSite } from '../../components/site-context'

/** The contact page (spec section 2, Contact). Its form is a page of another site. It leaves out what the site's settings lack. */
export default function ContactPage() {
  const { t, institute } = useSite()
  const { street, landmark, city, hours, email, phones, whatsapp, map, social, contactForm } = institute
  const address = [street, landmark, city].filter((line) => line !== undefined)
  return (
    <>
      <PageHeading art="sea" title={t('contact.title')} intro={t('contact.intro')} />
      <div className="wrap page-body contact">
        <ul className="contact-ways">
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
                <a href={map} rel="noopener noreferrer">
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
          {email && (
            <Way icon="mail" name={t('contact.email')}>
              <a href={`mailto:${email}`}>
                <EmailText email={email} />
              </a>
            </Way>
          )}
          {(phones.length > 0 || whatsapp) && (
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
              {whatsapp && (
                <a href={whatsapp} rel="noopener noreferrer" key={t('contact.whatsapp')}>
                  {t('contact.whatsapp')}
                </a>
              )}
            </Way>
          )}
          {social.length > 0 && (
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
