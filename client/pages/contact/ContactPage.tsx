import { PageHeading } from '../../components/PageHeading'
import { useTranslation } from '../../language/translation'
import { ContactFormPointer } from './ContactFormPointer'
import { ContactWays } from './ContactWays'
import './contact.css'

/** How to reach the institute (spec section 2, Contact). */
export default function ContactPage() {
  const { t } = useTranslation()
  return (
    <>
      <PageHeading art="sea" title={t('contact.title')} intro={t('contact.intro')} />
      <div className="wrap page-body contact">
        <ContactWays />
        <ContactFormPointer />
      </div>
    </>
  )
}
