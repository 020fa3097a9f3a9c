import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../components/Icon'
import { institute } from '../../content/institute'
import { useTranslation } from '../../language/translation'
import { SocialLinks } from '../../layout/SocialLinks'

/** Address, e-mail, telephones and pages elsewhere, each under its name. */
export function ContactWays() {
  const { t } = useTranslation()
  const { email, phones, map } = institute
  return (
    <ul className="contact-ways">
      <Way icon="place" name={t('contact.address')}>
        <address>{t('institute.place')}</address>
        <a href={map} rel="noopener noreferrer">
          {t('contact.map')}
        </a>
      </Way>
      <Way icon="mail" name={t('contact.email')}>
        <a href={`mailto:${email}`}>
          <bdi dir="ltr">{email}</bdi>
        </a>
      </Way>
      <Way icon="phone" name={t('contact.phones')}>
        {phones.map((phone) => (
          <a key={phone} href={`tel:${phone.replaceAll(' ', '')}`}>
            <bdi dir="ltr">{phone}</bdi>
          </a>
        ))}
      </Way>
      <Way icon="person" name={t('contact.followUs')}>
        <SocialLinks />
      </Way>
    </ul>
  )
}

function Way({ icon, name, children }: { icon: IconName; name: string; children: ReactNode }) {
  return (
    <li className="contact-way">
      <Icon name={icon} />
      <h2>{name}</h2>
      <div className="contact-way-links">{children}</div>
    </li>
  )
}
