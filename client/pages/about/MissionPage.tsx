import { Link } from '../../components/Link'
import { PageHeading } from '../../components/PageHeading'
import { RichText } from '../../components/RichText'
import { useSite } from '../../components/site-context'
import type { MissionPageData } from '../../content/page-data'
import './about.css'

/** The page "Our mission" (spec section 2). Shows the institute's own statement if the content has none. */
export default function MissionPage({ text }: MissionPageData) {
  const { t, paths } = useSite()
  return (
    <div className="mission">
      <PageHeading art="sea" title={t('mission.title')} />
      <div className="wrap page-body mission-text">
        {text ? <RichText body={text} /> : <p className="mission-statement">{t('mission.statement')}</p>}
        <p className="mission-links">
          <Link className="button" to={paths.courses()}>
            {t('list.ourCourses')}
          </Link>
          <Link className="button button-quiet" to={paths.whoWeAre()}>
            {t('about.whoWeAre')}
          </Link>
        </p>
      </div>
    </div>
  )
}
