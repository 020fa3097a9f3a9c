import type { AboutPageData, Member } from '#content/page-data'
import { Link } from '../../components/Link'
import { LocalText, TextParagraph } from '../../components/LocalText'
import { PageHeading } from '../../components/PageHeading'
import { Picture } from '../../components/Picture'
import { RichText } from '../../components/RichText'
import './about.css'
import { useSite } from '../../components/site-context'

/** The pages "Who we are" and "Our mission" (spec section 2). Without a text they show the institute's own statement. */
export default function AboutPage({ page, text, members }: AboutPageData) {
  const { t, paths, institute } = useSite()
  if (page === 'whoWeAre') {
    const statement = t('about.statement', { institute: institute.name })
    return (
      <>
        <PageHeading art="tablet" title={t('about.whoWeAre')} {...(!text && { intro: statement })} />
        {text && (
          <div className="wrap page-body about-text">
            <RichText body={text} />
          </div>
        )}
        <Team members={members} />
      </>
    )
  }
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

/** The team: members with a bio in rows of their own, the others in a grid (spec section 2, Who we are). */
function Team({ members }: { members: Member[] }) {
  const { t } = useSite()
  const withBio = members.filter(({ bio }) => bio)
  const others = members.filter(({ bio }) => !bio)
  if (members.length === 0) return null
  return (
    <section className="wrap page-body team" aria-labelledby="team">
      <h2 id="team">{t('about.team')}</h2>
      {withBio.map((member) => (
        <div className="team-row" key={memberKey(member)}>
          <TeamMember member={member} heading="h3" />
        </div>
      ))}
      {others.length > 0 && withBio.length > 0 && <h3 className="team-others">{t('about.alsoWithUs')}</h3>}
      {others.length > 0 && (
        <ul className="team-grid">
          {others.map((member) => (
            <li key={memberKey(member)}>
              <TeamMember member={member} heading={withBio.length > 0 ? 'h4' : 'h3'} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function TeamMember({ member, heading: Heading }: { member: Member; heading: 'h3' | 'h4' }) {
  const { name, image, headline, bio } = member
  return (
    <>
      <Portrait name={name.text} image={image} />
      <div>
        <Heading className="team-name">
          <LocalText value={name} />
        </Heading>
        <TextParagraph className="team-headline" value={headline} />
        <TextParagraph value={bio} />
      </div>
    </>
  )
}

// Members have no slug. The picture distinguishes two members with the same name.
function memberKey({ name, image }: Member): string {
  return `${name.text} ${image ?? ''}`
}

/** Matches this repository's drawn portraits, which leave room for initials where a photograph shows a face. */
const isTile = /^team-.*\.(?:webp|png)$/

/** A member's picture. Picture and initials are decorative, because the name stands beside them as text. */
function Portrait({ name, image }: { name: string; image: string | undefined }) {
  return (
    <span className="portrait">
      <Picture name={image} sizes="(min-width: 48rem) 14rem, 45vw" widest={640} shape="square" />
      {(!image || isTile.test(image)) && (
        <span className="portrait-initials" aria-hidden="true">
          {initialsOf(name)}
        </span>
      )}
    </span>
  )
}

/**
 * The initials of a name's first two words. Arabic initials are written apart. Skips titles ("د.") and articles ("الـ", "Al-").
 */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word && !word.endsWith('.'))
  const letters = words.slice(0, 2).map((word) => [...word.replace(/^(?:ال|al-)(?=..)/i, '')][0] ?? '')
  return letters.join(/[\u0600-\u06ff]/.test(letters.join('')) ? '\u200c ' : '')
}
