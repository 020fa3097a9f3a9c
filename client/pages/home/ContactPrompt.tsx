import { institute } from '../../content/institute'
import { useTranslation } from '../../language/translation'

/** The band of clay that leads to the external contact form. */
export function ContactPrompt() {
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
