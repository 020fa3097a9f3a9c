import { useLoaderData } from 'react-router-dom'
import { PageHeading } from '../components/PageHeading'
import { Prose } from '../components/Prose'
import { Team } from '../components/Team'
import { useTranslation } from '../components/translation'
import type { AboutPageData } from '../loaders'

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
