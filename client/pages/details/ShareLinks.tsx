import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { alternatesOf } from '#content/head'
import { useHydrated } from '../../components/browser-state'
import { Icon } from '../../components/Icon'
import { useSite } from '../../components/site-context'

/** Share links, which need no script and load nothing from the networks. */
export function ShareLinks({ title }: { title: string }) {
  const { t, origin } = useSite()
  const { pathname } = useLocation()
  const canShare = useHydrated() && 'share' in navigator
  const url = alternatesOf(pathname, origin).canonical
  const networks = [
    ['whatsapp', `https://wa.me/?${query({ text: `${title}\n${url}` })}`],
    ['telegram', `https://t.me/share/url?${query({ url, text: title })}`],
    ['facebook', `https://www.facebook.com/sharer/sharer.php?${query({ u: url })}`],
  ] as const
  const [outcome, copy] = useCopy()
  // Some apps' browsers have `share` and refuse it. The address is then copied, unless the visitor has cancelled.
  const share = () =>
    void navigator.share({ title, url: ownAddress() }).catch(({ name }: Error) => {
      if (name !== 'AbortError') return copy()
    })
  return (
    <section className="share" aria-labelledby="share">
      <h2 id="share">{t('share.title')}</h2>
      <ul className="share-links">
        {/* Opens the device's share sheet. CSS keeps room for the button before hydration, so that nothing moves. */}
        <li className="share-sheet" hidden={!canShare}>
          <button type="button" className="chip" onClick={share} title={t('share.share')}>
            <Icon name="share" />
          </button>
        </li>
        {networks.map(([network, href]) => (
          <li key={network}>
            <a className="chip" href={href} rel="noopener noreferrer" title={t(`contact.${network}`)}>
              <Icon name={network} />
            </a>
          </li>
        ))}
        <li className="share-copy">
          <CopyLinkButton outcome={outcome} onCopy={copy} />
        </li>
      </ul>
      {/* Without script the address is shown, to be copied by hand. */}
      <p className="share-address" key={t('share.copy')}>
        {t('share.copy')}:{' '}
        <bdi dir="ltr" translate="no">
          {url}
        </bdi>
      </p>
    </section>
  )
}

/**
 * Makes a query string. Leaves all characters from U+00A0 on as they are, because browsers encode them, and encoded Arabic would add
 * 300 bytes to a page. Spaces are not written as `+`, because some apps show the `+`.
 */
export function query(fields: Record<string, string>): string {
  const encode = (text: string) => text.replaceAll(/[^\w.,!\u00a0-\uffff-]/g, encodeURIComponent)
  return Object.entries(fields)
    .map(([name, text]) => `${name}=${encode(text)}`)
    .join('&')
}

/** The page's address on the origin that the visitor uses, without query and hash. */
const ownAddress = () => location.origin + location.pathname

/** The time for which the button says that the address was copied, in milliseconds. */
const copiedTime = 4_000

type Outcome = 'copied' | 'refused' | undefined

/** Copies the page's address, and tells for a while whether the browser has refused. */
function useCopy(): [Outcome, () => Promise<void>] {
  const [outcome, setOutcome] = useState<Outcome>()

  // Removes the message after a while. Otherwise a second copy would not change it, and screen readers announce only changes.
  useEffect(() => {
    if (outcome !== 'copied') return
    const timer = setTimeout(() => setOutcome(undefined), copiedTime)
    return () => clearTimeout(timer)
  }, [outcome])

  const copy = async () => {
    try {
      // Throws if the page is not on https, because `navigator.clipboard` is missing there.
      await navigator.clipboard.writeText(ownAddress())
      setOutcome('copied')
    } catch {
      setOutcome('refused')
    }
  }
  return [outcome, copy]
}

type CopyLinkProps = { outcome: Outcome; onCopy: () => Promise<void> }

/** Copies the page's address. If the browser refuses, the address is shown, to be copied by hand. */
function CopyLinkButton({ outcome, onCopy }: CopyLinkProps) {
  const { t } = useSite()
  return (
    <>
      <button type="button" className="chip" onClick={() => void onCopy()} title={t('share.copy')}>
        <Icon name={outcome === 'copied' ? 'check' : 'link'} />
      </button>
      <span role="status" className="share-status">
        {outcome === 'copied'
          ? t('share.copied')
          : outcome && (
              <bdi dir="ltr" translate="no">
                {ownAddress()}
              </bdi>
            )}
      </span>
    </>
  )
}
