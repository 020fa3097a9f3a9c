import type { Locale } from '#contract/locales'
import { Badges } from '../../components/Badges'
import type { CardItem } from '../../components/Card'
import { Icon } from '../../components/Icon'
import { LanguageNotice } from '../../components/LanguageNotice'
import { Link } from '../../components/Link'
import { LocalText } from '../../components/LocalText'
import { Picture } from '../../components/Picture'
import { Prose } from '../../components/Prose'
import type { LocalText as Text } from '../../language/localize'
import { useTranslation } from '../../language/translation'
import { Facts } from './Facts'
import { type Neighbour, Neighbours } from './Neighbours'
import { RelatedCourses } from './RelatedCourses'
import { ShareLinks } from './ShareLinks'
import './detail-end.css'

/** One item as its page shows it; what the content lacks leaves no trace. */
export type DetailItem = {
  title: Text
  description?: Text
  image?: string
  body?: { html: string; locale?: Locale }
  tags: string[]
  author?: Text
  date?: { text: string; dateTime: string }
  hours?: number
  registrationLink?: string
  link?: string
  previous?: Neighbour
  next?: Neighbour
  related?: { category: string; cards: CardItem[] }
}

type ItemDetailProps = {
  item: DetailItem
  /** Where the item stands, and where its neighbours have their pages. */
  list: { href: string; name: string; pathOf: (slug: string) => string }
}

/** The page of one course, post, event or news item, and what leads on from it. */
export function ItemDetail({ item, list }: ItemDetailProps) {
  const { previous, next, related } = item
  return (
    <>
      <ItemArticle item={item} list={list} />
      <div className="detail-end wrap">
        <ShareLinks title={item.title.text} />
        <Neighbours {...(previous && { previous })} {...(next && { next })} pathOf={list.pathOf} />
      </div>
      {related && <RelatedCourses {...related} />}
    </>
  )
}

function ItemArticle({ item, list }: ItemDetailProps) {
  const { t } = useTranslation()
  const { body, title, author } = item
  const description = body ? undefined : item.description
  // Of the body its own notice tells.
  const hasForeign = !body?.locale && (title.locale ?? author?.locale ?? description?.locale)
  return (
    <article className="detail wrap">
      <Link className="detail-back" to={list.href}>
        <Icon name="back" />
        {t('detail.back', { list: list.name })}
      </Link>
      {item.image && <Picture name={item.image} sizes="(min-width: 64rem) 60rem, 92vw" isFirst />}
      <header className="detail-head">
        <h1>
          <LocalText value={title} />
        </h1>
        <Facts date={item.date} hours={item.hours} author={author} />
        <Badges texts={item.tags} label={t('list.tags')} />
      </header>
      {hasForeign && <LanguageNotice />}
      {body && <Prose body={body} />}
      {description && (
        <p className="detail-description">
          <LocalText value={description} />
        </p>
      )}
      {item.link && (
        <p>
          <a className="button button-quiet" href={item.link} rel="noopener noreferrer">
            {t('action.moreInformation')}
            <span className="visually-hidden">
              {': '}
              <LocalText value={item.title} />
            </span>
            <Icon name="outside" />
          </a>
        </p>
      )}
      {item.registrationLink && (
        <div className="detail-register band-night">
          <p>{t('detail.registerPrompt')}</p>
          <a className="button" href={item.registrationLink} rel="noopener noreferrer">
            {t('action.register')}
          </a>
        </div>
      )}
    </article>
  )
}
