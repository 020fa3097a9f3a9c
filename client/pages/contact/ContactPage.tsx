import { Fragment, type ReactNode } from 'react'
import { institute } from '#content/institute'
import { Icon, type IconName } from '../../components/Icon'
import { PageHeading } from '../../components/PageHeading'
import { SocialLinks } from '../../layout/Footer'
import './contact.css'
import { useSite } from '../../components/site-context'

/** The contact page (spec section 2, Contact). Its form is a page of another site. */
export default function ContactPage() {
  const { t } = useSite()
  const { email, phones, map, contactForm } = institute
  return (
    <>
      <PageHeading art="sea" title={t('contact.title')} intro={t('contact.intro')} />
      <div className="wrap page-body contact">
        <ul className="contact-ways">
          <Way icon="location" name={t('contact.address')}>
            <address>{t('institute.location')}</address>
            <a href={map} rel="noopener noreferrer">
              {t('contact.map')}
            </a>
          </Way>
          <Way icon="mail" name={t('contact.email')}>
            <a href={`mailto:${email}`}>
              <bdi dir="ltr" translate="no">
                {/* Breaks only after the @ and before a dot. */}
                {email.split(/(?<=@)|(?=\.)/).map((part) => (
                  <Fragment key={part}>
                    {part}
                    <wbr />
                  </Fragment>
                ))}
              </bdi>
            </a>
          </Way>
          <Way icon="phone" name={t('contact.phones')}>
            {phones.map((phone) => (
              <a key={phone} href={`tel:${phone.replaceAll(' ', '')}`}>
                <bdi dir="ltr" translate="no">
                  {phone}
                </bdi>
              </a>
            ))}
          </Way>
          <Way icon="person" name={t('contact.followUs')}>
            <SocialLinks />
          </Way>
        </ul>
        <section className="contact-form" aria-labelledby="contact-form">
          <h2 id="contact-form">{t('contact.formTitle')}</h2>
          <p>{t('contact.formText')}</p>
          <a className="button button-on-clay" href={contactForm} rel="noopener noreferrer" key={t('contact.formLink')}>
            {t('contact.formLink')}
            <Icon name="outside" />
          </a>
        </section>
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
