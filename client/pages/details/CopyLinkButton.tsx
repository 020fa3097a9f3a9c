import { useEffect, useState } from 'react'
import { Icon } from '../../components/Icon'
import { useTranslation } from '../../language/translation'

/** How long the button says that it has worked, in milliseconds. */
const thanks = 4_000

/** Copies the page's address. Where the browser doesn't let it, the address is shown, to be copied by hand. */
export function CopyLinkButton() {
  const { t } = useTranslation()
  const [outcome, setOutcome] = useState<'copied' | 'refused'>()

  useEffect(() => {
    if (outcome !== 'copied') return
    const timer = setTimeout(() => setOutcome(undefined), thanks)
    return () => clearTimeout(timer)
  }, [outcome])

  const copy = async () => {
    try {
      // Absent where the page is not on https.
      await navigator.clipboard.writeText(location.origin + location.pathname)
      setOutcome('copied')
    } catch {
      setOutcome('refused')
    }
  }

  return (
    <>
      <button type="button" className="chip" onClick={() => void copy()}>
        <Icon name={outcome === 'copied' ? 'check' : 'link'} />
        {t('share.copy')}
      </button>
      <span role="status" className="share-status">
        {outcome === 'copied' && t('share.copied')}
        {outcome === 'refused' && <bdi dir="ltr">{location.origin + location.pathname}</bdi>}
      </span>
    </>
  )
}
