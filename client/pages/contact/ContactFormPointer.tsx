import { Icon } from '../../components/Icon'
import { institute } from '../../content/institute'
import { useTranslation } from '../../language/translation'

/** The pointer to the contact form, which is a page of another site (spec section 2, Contact). */
export function ContactFormPointer() {
  const { t } = useTranslation()
  return (
    <section className="contact-form" aria-labelledby="contact-form">
      <h2 id="contact-form">{t('contact.formTitle')}</h2>
      <p>{t('contact.formText')}</p>
      <a className="button button-on-clay" href={institute.contactForm} rel="noopener noreferrer">
        {t('contact.formLink')}
        <Icon name="outside" />
      </a>
    </section>
  )
}
