import { useLocation } from 'react-router-dom'
import { splitLocale } from '#contract/paths'
import { Link } from '../../components/Link'
import { PageHeading } from '../../components/PageHeading'
import { type Site, useSite } from '../../components/site-context'
import { type LabelKey, useTranslation } from '../../language/i18n'

/** Shown for a slug that does not exist. Links to the list that it would be in. */
export function NotFound() {
  const { t } = useTranslation()
  const site = useSite()
  const [, page] = splitLocale(useLocation().pathname)
  return (
    <>
      <PageHeading title={t('error.notFound.title')} intro={t('error.notFound.text')} art="sea" />
      <div className="wrap page-body">
        <h2 id="lists">{t('error.goToList')}</h2>
        <ul className="page-error-links" aria-labelledby="lists">
          {listsOf(page, site).map(({ href, label }) => (
            <li key={href}>
              <Link className="button" to={href}>
                {t(label, { product: site.productName })}
              </Link>
            </li>
          ))}
          <li>
            <Link className="button button-quiet" to={site.paths.home()}>
              {t('action.goHome')}
            </Link>
          </li>
        </ul>
      </div>
    </>
  )
}

type ListLink = { href: string; label: LabelKey }

/** The lists that an item at this path would be in, by the path's first segment. */
function listsOf(page: string, { paths }: Site): ListLink[] {
  const courses: ListLink = { href: paths.courses(), label: 'nav.courses' }
  const workshops: ListLink = { href: paths.freeWorkshops(), label: 'nav.freeWorkshops' }
  const competitions: ListLink = { href: paths.programmingCompetitions(), label: 'nav.programmingCompetitions' }
  const lists: Record<string, ListLink[]> = {
    courses: [courses],
    'course-category': [courses],
    news: [
      { href: paths.productNews(), label: 'nav.productNews' },
      { href: paths.aiNews(), label: 'nav.aiNews' },
    ],
    blogs: [{ href: paths.blogs(), label: 'nav.blogs' }],
    'free-workshops': [workshops],
    'programming-competitions': [competitions],
    events: [workshops, competitions],
  }
  return lists[page.split('/')[1] ?? ''] ?? []
}
