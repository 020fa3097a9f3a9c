import { useLoaderData } from 'react-router-dom'
import type { AboutPageData } from '../../app/loaders'
import { PageHeading } from '../../components/PageHeading'
import { Prose } from '../../components/Prose'
import { useTranslation } from '../../language/translation'
import { Team } from './Team'
import './about.css'

/** Who we are: the about text and the team (spec section 2). */
export default function AboutPage() {
  const { t } = useTranslation()
  const { text, members } = useLoaderData() as AboutPageData
  return (
    <>
      <PageHeading art="tablet" title={t('about.whoWeAre')} {...(!text && { intro: t('about.statement') })} />
      {text && (
        <div className="wrap page-body about-text">
          <Prose body={text} />
        </div>
      )}
      <Team members={members} />
    </>
  )
}
