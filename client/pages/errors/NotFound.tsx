import { useLocation } from 'react-router-dom'
import { splitLocale } from '#contract/paths'
import { Link } from '../../components/Link'
import { PageHeading } from '../../components/PageHeading'
import { useSite } from '../../components/site-context'
import type { ListName } from '../../content/lists'
import { ErrorHead } from '../../layout/PageHead'

/** Shown for a slug that does not exist. Links to the list that it would be in. */
export function NotFound() {
  const { t, paths, productName } = useSite()
  const [, page] = splitLocale(useLocation().pathname)
  const names = listsOf[page.split('/')[1] ?? ''] ?? []
  return (
    <>
      <ErrorHead kind="notFound" />
      <PageHeading title={t('error.notFound.title')} intro={t('error.notFound.text')} art="sea" />
      <div className="wrap page-body">
        <h2 id="lists">{t('error.goToList')}</h2>
        <ul className="page-error-links" aria-labelledby="lists">
          {names.map((name) => (
            <li key={name}>
              <Link className="button" to={paths[name]()}>
                {t(`nav.${name}`, { product: productName })}
              </Link>
            </li>
          ))}
          <li>
            <Link className="button button-quiet" to={paths.home()}>
              {t('action.goHome')}
            </Link>
          </li>
        </ul>
      </div>
    </>
  )
}

/** The lists that an item could be in, by the first segment of its path. */
const listsOf: Record<string, ListName[]> = {
  courses: ['courses'],
  'course-category': ['courses'],
  news: ['productNews', 'aiNews'],
  blogs: ['blogs'],
  'free-workshops': ['freeWorkshops'],
  'programming-competitions': ['programmingCompetitions'],
  events: ['freeWorkshops', 'programmingCompetitions'],
}
