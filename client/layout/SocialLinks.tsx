import { Icon } from '../components/Icon'
import { institute } from '../content/institute'
import { useTranslation } from '../language/translation'

/** The institute's pages elsewhere, each by name. */
export function SocialLinks() {
  const { t } = useTranslation()
  return (
    <ul className="social-links">
      {institute.social.map(({ network, href }) => (
        <li key={network}>
          <a className="social-link" href={href} rel="noopener noreferrer">
            <Icon name={network} />
            {t(`contact.${network}`)}
          </a>
        </li>
      ))}
    </ul>
  )
}
