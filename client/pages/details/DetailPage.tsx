import type { ReactNode } from 'react'
import { institute } from '#content/institute'
import { lists } from '#content/lists'
import { hasPassed } from '#content/localize'
import type { DetailPageData } from '#content/page-data'
import { defaultListOf } from '#contract/pages'
import { useHydrated } from '../../components/browser-state'
import { Badges } from '../../components/Card'
import { Icon, type IconName } from '../../components/Icon'
import { Link } from '../../components/Link'
import { LocalText, TextParagraph } from '../../components/LocalText'
import { Picture } from '../../components/Picture'
import { LanguageNotice, RichText } from '../../components/RichText'
import { useSite } from '../../components/site-context'
import { PageRest, useHeadingOnly } from '../../layout/PageRest'
import { Neighbours, RelatedCourses, ShareLinks } from './DetailEnd'
import './details.css'

/**
 * The page of one course, post, event or news item (spec section 2). It shows the item, links for sharing it, and related items. It
 * leaves out missing fields.
 */
export default function DetailPage(item: DetailPageData) {
  const { t, paths, productName } = useSite()
  const isHeadingOnly = useHeadingOnly()
  const { page, title, author, body, previous, next, related } = item
  const listName = item.listName ?? defaultListOf(page)
  const list = listName
    ? { href: paths[listName](), name: t(lists[listName].title, { product: productName }) }
    : // An event of unknown kind is only in the home page's list.
      { href: `${paths.home()}#events-title`, name: t('list.ourEvents') }
  const back = t('detail.back', { list: list.name })
  const description = body ? undefined : item.description
  // Only title, author and description need this notice, because RichText shows its own notice for an untranslated body.
  const hasForeign = !body?.locale && (title.locale ?? author?.locale ?? description?.locale)
  return (
    <>
      <article className="detail wrap">
        <Link className="detail-back" to={list.href} key={back}>
          <Icon name="back" />
          {back}
        </Link>
        {item.image && <Picture name={item.image} sizes="(min-width: 64rem) 60rem, 92vw" isFirst />}
        <header className="detail-head">
          <h1>
            <LocalText value={title} />
          </h1>
          <Facts item={item} />
          <Badges texts={item.tags} label={t('list.tags')} />
        </header>
        {!isHeadingOnly && hasForeign && <LanguageNotice />}
        {body && <RichText body={body} />}
        <TextParagraph className="detail-description" value={description} />
        {item.link && (
          <p>
            <a
              className="button button-quiet"
              href={item.link}
              rel="noopener noreferrer"
              key={t('action.moreInformation')}
            >
              {t('action.moreInformation')}
              <span className="visually-hidden">
                {': '}
                <LocalText value={title} />
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
            {/* Printed alone, because paper has no link to the page of contacts. */}
            <p className="detail-register-phone">
              <bdi dir="ltr">{institute.phones[0]}</bdi>
            </p>
          </div>
        )}
      </article>
      <PageRest>
        <div className="detail-end wrap">
          <ShareLinks title={title.text} />
          <Neighbours previous={previous} next={next} pathOf={paths[page]} />
        </div>
        {related && <RelatedCourses {...related} />}
      </PageRest>
    </>
  )
}

/** The short facts that an item has. A course or event links to its calendar file until its date has passed. */
function Facts({ item: { page, slug, date, hours, author, isPast } }: { item: DetailPageData }) {
  const { t, paths } = useSite()
  // The page may have been rendered and cached before the date had passed.
  const isOver = (useHydrated() && date && hasPassed(date)) || isPast
  if (!date && hours === undefined && !author) return null
  const calendar = page === 'course' ? paths.courseCalendar : paths.eventCalendar
  const hasCalendar = page !== 'newsItem' && page !== 'blog' && !isOver
  return (
    <dl className="facts">
      {date && (
        <Fact icon="calendar" name={t('detail.date')}>
          <time dateTime={date.dateTime}>
            <bdi dir="ltr">{date.text}</bdi>
          </time>
          {hasCalendar && (
            <a className="fact-calendar" href={calendar(slug)}>
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
      <dt key={name}>
        <Icon name={icon} />
        {name}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
