import { useLocation } from 'react-router-dom'
import { segment } from '#contract/paths'
import { Icon } from '../../components/Icon'
import { useSite } from '../../components/site-context'
import { useHydrated } from '../../components/use-hydrated'
import { useTranslation } from '../../language/translation'
import { CopyLinkButton } from './CopyLinkButton'

/** Ways to pass a page on: links that need no script and load nothing of the networks they lead to. */
export function ShareLinks({ title }: { title: string }) {
  const { t } = useTranslation()
  const { origin } = useSite()
  const { pathname } = useLocation()
  const canShare = useHydrated() && 'share' in navigator
  const links = networksOf(title, origin + pathname)
  return (
    <section className="share" aria-labelledby="share">
      <h2 id="share">{t('share.title')}</h2>
      <ul className="share-links">
        {/* The phone's own sheet, with whatever is installed there. */}
        <li hidden={!canShare}>
          <button type="button" className="chip" onClick={() => void sharePage(title)}>
            <Icon name="share" />
            {t('share.share')}
          </button>
        </li>
        {links.map(({ network, href }) => (
          <li key={network}>
            <a className="chip" href={href} rel="noopener noreferrer">
              <Icon name={network} />
              {t(`contact.${network}`)}
            </a>
          </li>
        ))}
        <li className="share-copy">
          <CopyLinkButton key={pathname} />
        </li>
      </ul>
      {/* What the button does, for those without script: the address, to be copied by hand. */}
      <p className="share-address">
        {t('share.copy')}: <bdi dir="ltr">{origin + pathname}</bdi>
      </p>
    </section>
  )
}

function networksOf(title: string, url: string) {
  return [
    { network: 'whatsapp', href: `https://wa.me/?${query({ text: `${title}\n${url}` })}` },
    { network: 'telegram', href: `https://t.me/share/url?${query({ url, text: title })}` },
    { network: 'facebook', href: `https://www.facebook.com/sharer/sharer.php?${query({ u: url })}` },
  ] as const
}

/** By hand: URLSearchParams writes spaces as `+`, which apps that take over such links show as they are. */
function query(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${segment(value)}`)
    .join('&')
}

async function sharePage(title: string): Promise<void> {
  // Giving up is a rejection too, and no failure.
  await navigator.share({ title, url: location.origin + location.pathname }).catch(() => undefined)
}
