import { useLocation } from 'react-router-dom'
import { splitLocale } from '#contract/paths'
import { bareWords } from './bare-words'
import { Mark } from './Mark'

/** What stands on a page whose content was not in its HTML, until it arrives. Needs no labels: they may be on their way too. */
export function LoadingPage() {
  const [locale] = splitLocale(useLocation().pathname)
  return (
    <div className="loading-page" role="status">
      <Mark />
      <p>{bareWords[locale].loading}</p>
    </div>
  )
}
