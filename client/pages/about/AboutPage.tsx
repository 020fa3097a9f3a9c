import { LocalText } from '../../components/LocalText'
import { PageHeading } from '../../components/PageHeading'
import { Picture } from '../../components/Picture'
import { RichText } from '../../components/RichText'
import type { Member } from '../../content/detail'
import type { AboutPageData } from '../../content/page-data'
import './about.css'
import { useSite } from '../../components/site-context'

/** The page "Who we are": the about text and the team (spec section 2). */
export default function AboutPage({ text, members }: AboutPageData) {
  const { t } = useSite()
  return (
    <>
      <PageHeading art="tablet" title={t('about.whoWeAre')} {...(!text && { intro: t('about.statement') })} />
      {text && (
        <div className="wrap page-body about-text">
          <RichText body={text} />
        </div>
      )}
      <Team members={members} />
    </>
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
        <div className="team-row" key={keyOf(member)}>
          <TeamMember member={member} heading="h3" />
        </div>
      ))}
      {others.length > 0 && withBio.length > 0 && <h3 className="team-others">{t('about.alsoWithUs')}</h3>}
      {others.length > 0 && (
        <ul className="team-grid">
          {others.map((member) => (
            <li key={keyOf(member)}>
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
        {headline && (
          <p className="team-headline">
            <LocalText value={headline} />
          </p>
        )}
        {bio && (
          <p>
            <LocalText value={bio} />
          </p>
        )}
      </div>
    </>
  )
}

// Members have no slug; the picture tells two of the same name apart.
function keyOf({ name, image }: Member): string {
  return `${name.text} ${image ?? ''}`
}

/** The drawn portraits of this repository leave room for initials in their middle, where a photograph has a face. */
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
 * The initials of the first two words, separated if they would join (Arabic). Skips titles ("د.") and articles ("الـ", "Al-").
 */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word && !word.endsWith('.'))
  const letters = words.slice(0, 2).map((word) => [...word.replace(/^(?:ال|al-)(?=..)/i, '')][0] ?? '')
  return letters.join(/[\u0600-\u06ff]/.test(letters.join('')) ? '\u200c ' : '')
}
