import { LocalText } from '../../components/LocalText'
import type { LocalText as Text } from '../../language/localize'
import { useTranslation } from '../../language/translation'
import { Portrait } from './Portrait'

export type TeamMember = { name: Text; image?: string; headline?: Text; bio?: Text }

/** The team: members with a bio in rows of their own, the others in a grid (spec section 2, Who we are). */
export function Team({ members }: { members: TeamMember[] }) {
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

function MemberName({ member, isBelowOthers = false }: { member: TeamMember; isBelowOthers?: boolean }) {
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

// Members have no slug; two of one name still differ by picture.
function keyOf({ name, image }: TeamMember): string {
  return `${name.text} ${image ?? ''}`
}
