import { LocalText } from '../../components/LocalText'
import { PageHeading } from '../../components/PageHeading'
import { Picture } from '../../components/Picture'
import { RichText } from '../../components/RichText'
import type { Member } from '../../content/detail'
import type { AboutPageData } from '../../content/page-data'
import { useTranslation } from '../../language/i18n'
import './about.css'

/** The page "Who we are": the about text and the team (spec section 2). */
export default function AboutPage({ text, members }: AboutPageData) {
  const { t } = useTranslation()
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
export function Team({ members }: { members: Member[] }) {
  const { t } = useTranslation()
  const withBio = members.filter(({ bio }) => bio)
  const others = members.filter(({ bio }) => !bio)
  if (members.length === 0) return null
  return (
    <section className="wrap page-body team" aria-labelledby="team">
      <h2 id="team">{t('about.team')}</h2>
      {withBio.map((member) => (
        <div className="team-row" key={keyOf(member)}>
          <Portrait name={member.name.text} image={member.image} sizes="(min-width: 48rem) 14rem, 40vw" />
          <div>
            <MemberName member={member} />
            {member.bio && (
              <p>
                <LocalText value={member.bio} />
              </p>
            )}
          </div>
        </div>
      ))}
      {others.length > 0 && (
        <>
          {withBio.length > 0 && <h3 className="team-others">{t('about.alsoWithUs')}</h3>}
          <ul className="team-grid">
            {others.map((member) => (
              <li key={keyOf(member)}>
                <Portrait name={member.name.text} image={member.image} sizes="(min-width: 48rem) 14rem, 45vw" />
                <MemberName member={member} isBelowOthers={withBio.length > 0} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function MemberName({ member, isBelowOthers = false }: { member: Member; isBelowOthers?: boolean }) {
  const Heading = isBelowOthers ? 'h4' : 'h3'
  return (
    <>
      <Heading className="team-name">
        <LocalText value={member.name} />
      </Heading>
      {member.headline && (
        <p className="team-headline">
          <LocalText value={member.headline} />
        </p>
      )}
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
function Portrait({ name, image, sizes }: { name: string; image: string | undefined; sizes: string }) {
  return (
    <span className="portrait">
      <Picture name={image} sizes={sizes} widest={640} shape="square" />
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
