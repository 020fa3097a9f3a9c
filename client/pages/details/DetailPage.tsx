import type { ReactNode } from 'react'
import { useHydrated } from '../../components/browser-state'
import { Badges } from '../../components/Card'
import { Icon, type IconName } from '../../components/Icon'
import { Link } from '../../components/Link'
import { LocalText } from '../../components/LocalText'
import { Picture } from '../../components/Picture'
import { LanguageNotice, RichText } from '../../components/RichText'
import { useSite } from '../../components/site-context'
import { type ListName, lists } from '../../content/lists'
import type { DetailPageData } from '../../content/page-data'
import { hasPassed } from '../../language/localize'
import { useWholePage } from '../../layout/use-whole-page'
import { Neighbours, RelatedCourses, ShareLinks } from './DetailEnd'
import './details.css'

/**
 * The list to go back to from an item that does not say its own, by the name of its page. News is either the product's or of AI, so
 * news that is not marked as the product's is AI news.
 */
const defaultLists: { [page in DetailPageData['page']]?: ListName } = {
  newsItem: 'aiNews',
  freeWorkshop: 'freeWorkshops',
  programmingCompetition: 'programmingCompetitions',
}

/** The page of one course, post, event or news item (spec section 2): the article, ways to share it, related items. */
export default function DetailPage(item: DetailPageData) {
  const { t, paths, productName } = useSite()
  const isWhole = useWholePage()
  const { page, previous, next, related } = item
  const listName = item.listName ?? defaultLists[page]
  const list = listName
    ? { href: paths[listName](), name: t(lists[listName].title, { product: productName }) }
    : // An event of unknown kind is only in the home page's list.
      { href: `${paths.home()}#events-title`, name: t('list.ourEvents') }
  const calendarOf =
    page === 'course' ? paths.courseCalendar : page === 'newsItem' || page === 'blog' ? undefined : paths.eventCalendar
  return (
    <>
      <Article item={item} list={list} calendar={calendarOf?.(item.slug)} isWhole={isWhole} />
      {isWhole ? (
        <>
          <div className="detail-end wrap">
            <ShareLinks title={item.title.text} />
            <Neighbours previous={previous} next={next} pathOf={paths[page]} />
          </div>
          {related && <RelatedCourses {...related} />}
        </>
      ) : (
        <div className="page-rest" />
      )}
    </>
  )
}

type ArticleProps = {
  /** The item. Missing fields are left out of the page. */
  item: DetailPageData
  /** The list that the item is in. */
  list: { href: string; name: string }
  /** The path of the item's calendar file, if its kind has one. */
  calendar: string | undefined
  isWhole: boolean
}

function Article({ item, list, calendar, isWhole }: ArticleProps) {
  const { t } = useSite()
  const { body, title, author } = item
  const description = body ? undefined : item.description
  // For title, author and description only: RichText shows its own notice if the body is not translated.
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
        <Facts item={item} calendar={calendar} />
        <Badges texts={item.tags} label={t('list.tags')} />
      </header>
      {isWhole && hasForeign && <LanguageNotice />}
      {body && <RichText body={body} />}
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

/** The short facts of an item, each only if the item has it. Its calendar file is offered until the date has passed. */
function Facts({ item, calendar }: Pick<ArticleProps, 'item' | 'calendar'>) {
  const { t } = useSite()
  const { date, hours, author } = item
  // The page may have been rendered and cached before the date had passed.
  const isPast = (useHydrated() && date && hasPassed(date)) || item.isPast
  if (!date && hours === undefined && !author) return null
  return (
    <dl className="facts">
      {date && (
        <Fact icon="calendar" name={t('detail.date')}>
          <time dateTime={date.dateTime}>
            <bdi dir="ltr">{date.text}</bdi>
          </time>
          {calendar && !isPast && (
            <a className="fact-calendar" href={calendar}>
              {t('detail.addToCalendar')}
            </a>
          )}
        </Fact>
      )}
      {hours !== undefined && (
        <Fact icon="clock" name={t('detail.hourCount')}>
          {t('detail.hours', { count: hours })}
        </Fact>
      )}
      {author && (
        <Fact icon="person" name={t('detail.author')}>
          <LocalText value={author} />
        </Fact>
      )}
    </dl>
  )
}

function Fact({ icon, name, children }: { icon: IconName; name: string; children: ReactNode }) {
  return (
    <div className="fact">
      <dt>
        <Icon name={icon} />
        {name}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
