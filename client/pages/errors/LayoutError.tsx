import { useLocation } from 'react-router-dom'
import { inLocale, splitLocale } from '#contract/paths'
import { Mark } from '../../components/Mark'
import { bareWords } from '../../layout/bare-words'

/** The last resort, when not even header and labels are there: loads the page anew. */
export function LayoutError() {
  const [locale] = splitLocale(useLocation().pathname)
  const words = bareWords[locale]
  return (
    <main className="page-error wrap">
      <div role="alert">
        <Mark />
        <h1>{words.failed}</h1>
        <p className="page-error-links">
          <button type="button" className="button" onClick={() => location.reload()}>
            {words.tryAgain}
          </button>
          <a className="button button-quiet" href={inLocale('/', locale)}>
            {words.goHome}
          </a>
        </p>
      </div>
    </main>
  )
}
