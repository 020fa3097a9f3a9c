import type { ReactNode } from 'react'
import { lists } from '#content/lists'
import { isolate, type LocalText as LocalizedText } from '#content/localize'
import type { DetailPageData } from '#content/page-data'
import { hasStarted, type ScheduleState } from '#content/schedule'
import { tagText } from '#content/tags'
import { defaultListOf } from '#contract/pages'
import { Icon, type IconName } from '../../components/Icon'
import { Link } from '../../components/Link'
import { LocalText, TextParagraph } from '../../components/LocalText'
import { Picture } from '../../components/Picture'
import { LanguageNotice, RichText } from '../../components/RichText'
import { useSite } from '../../components/site-context'
import { useScheduleState } from '../../components/use-schedule-state'
import { PageRest, useHeadingOnly } from '../../layout/PageRest'
import { Neighbours, RelatedItems } from './DetailEnd'
import { query, ShareLinks } from './ShareLinks'
import './details.css'

/**
 * The page of one course, post, event or news item (spec section 2). It shows the item, links for sharing it, and related items. It
 * leaves out missing fields.
 */
export default function DetailPage(item: DetailPageData) {
  const { t, locale, paths, institute } = useSite()
  const isHeadingOnly = useHeadingOnly()
  const { page, title, author, teacher, body, courseCategory, previous, next, related } = item
  const listName = item.listName ?? defaultListOf(page)
  const list = listName
    ? { href: paths[listName](), name: t(lists[listName].title, { product: institute.product }) }
    : // An event of unknown kind is only in the home page's list.
      { href: `${paths.home()}#events-title`, name: t('list.ourEvents') }
  const description = body ? undefined : item.description
  // Only title, author and description need this notice, because RichText shows its own notice for an untranslated body.
  const hasForeign = !body?.locale && (title.locale ?? author?.locale ?? teacher?.locale ?? description?.locale)
  const [phone] = institute.phones
  const state = useScheduleState(item.schedule, item.date)
  const isOpen = item.schedule !== undefined && !hasStarted(state)
  // The page of an event that has not begun says how to take part. For others it is further reading.
  const isLinkNextStep = isOpen && !item.registration_link
  const hasBar = isOpen && !(isLinkNextStep && item.link)
  return (
    <>
      <article className={hasBar ? 'detail has-bar wrap' : 'detail wrap'}>
        <p>
          <Link className="detail-back" to={list.href} key={list.name}>
            <Icon name="back" />
            {list.name}
          </Link>
          {courseCategory && (
            <Link className="detail-category" to={paths.courseCategory(courseCategory.slug)}>
              <LocalText value={courseCategory.title} />
            </Link>
          )}
        </p>
        <h1>
          <LocalText value={title} />
        </h1>
        <div className="detail-card">
          <Facts item={item} />
          {isOpen && <DateLink item={item} />}
          {/* Most places are rooms of the institute, but the content does not say which. */}
          {isOpen && item.place && institute.street && (
            <Link className="detail-link" to={paths.contactUs()}>
              {t('contact.instituteAddress')}
            </Link>
          )}
          {isLinkNextStep && <MoreLink item={item} />}
          {item.schedule && <NextStep item={item} state={state} listHref={list.href} />}
          {/* Printed alone, because paper has no link to the page of contacts. */}
          {item.schedule && phone && (
            <p className="detail-phone">
              <bdi dir="ltr">{phone.number}</bdi>
            </p>
          )}
          <ShareLinks key={locale} title={isolate(title.text, locale, title.locale)} />
        </div>
        {item.image && <Picture name={item.image} sizes="(min-width: 44rem) 42rem, 92vw" isFirst />}
        <TagLinks tags={item.tags} />
        {!isHeadingOnly && hasForeign && <LanguageNotice />}
        {body && <RichText body={body} />}
        <TextParagraph className="detail-description" value={description} />
        {!isLinkNextStep && <MoreLink item={item} />}
      </article>
      <PageRest>
        <Neighbours previous={previous} next={next} pathOf={paths[page]} />
        {related && (
          <RelatedItems
            cards={related}
            pathOf={paths[page]}
            isOneCategory={courseCategory !== undefined}
            listHref={courseCategory ? paths.courseCategory(courseCategory.slug) : list.href}
          />
        )}
      </PageRest>
    </>
  )
}

/** The calendar entry of a course or event. If it has no date yet, a question about that, unless this is its next step. */
function DateLink({
  item: { page, slug, title, date, registration_link: registrationLink, link },
}: {
  item: DetailPageData
}) {
  const { t, paths } = useSite()
  const calendarOf = page === 'course' ? paths.courseCalendar : paths.eventCalendar
  if (date)
    return (
      <a className="detail-link" href={calendarOf(slug)}>
        {t('detail.addToCalendar')}
      </a>
    )
  if (!registrationLink && !link) return null
  return (
    <AskLink className="detail-link" title={title}>
      {t('next.askDate')}
    </AskLink>
  )
}

/** A link to the page about an item on another site. */
function MoreLink({ item: { title, link } }: { item: DetailPageData }) {
  const { t } = useSite()
  if (!link) return null
  return (
    <p className="detail-more">
      <a className="button button-quiet" href={link} rel="noopener noreferrer" key={t('action.moreInformation')}>
        {t('action.moreInformation')}
        <span className="visually-hidden">
          {': '}
          <LocalText value={title} />
        </span>
        <Icon name="outside" />
      </a>
    </p>
  )
}

/** The tags of a course. Each leads to the courses that have it. */
function TagLinks({ tags }: { tags: string[] }) {
  const { t, locale, paths } = useSite()
  if (tags.length === 0) return null
  return (
    <ul className="detail-tags" aria-label={t('list.tags')}>
      {[...new Set(tags)].map((tag) => (
        <li key={tag}>
          <Link to={`${paths.courses()}?${query({ tag })}`}>
            <LocalText value={tagText(tag, locale)} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

type NextStepProps = { item: DetailPageData; state: ScheduleState; listHref: string }

/**
 * The next step towards a course or event: its registration, or a message about its date or a place. After its start, the next steps
 * are its list and, for a course, a message about the next date.
 */
function NextStep({
  item: { page, title, registration_link: registrationLink, link },
  state,
  listHref,
}: NextStepProps) {
  const { t } = useSite()
  const isCourse = page === 'course'
  if (hasStarted(state)) {
    const past = isCourse ? 'next.started' : state === 'over' ? 'next.over' : 'next.eventStarted'
    return (
      <div className="detail-register is-over band-night" key={state}>
        <p>{t(past)}</p>
        <Link className="button button-quiet" to={listHref}>
          {t('next.others')}
        </Link>
        {isCourse && <AskLink title={title}>{t('next.askNext')}</AskLink>}
      </div>
    )
  }
  if (!registrationLink && link) return null
  return (
    // The frame reaches to the end of the text, so that the bar in a narrow window sticks to its bottom until there.
    <div className="detail-bar" key="open">
      {registrationLink ? (
        <div className="detail-register band-night" key="register">
          <p>{t(state === 'undated' ? 'next.undated' : 'next.register')}</p>
          <a className="button" href={registrationLink} rel="noopener noreferrer">
            {t('action.register')}
          </a>
        </div>
      ) : (
        <div className="detail-register band-night" key="ask">
          <p>{t(state === 'undated' ? 'next.undated' : 'next.byMessage')}</p>
          <AskLink title={title}>{t(state === 'undated' ? 'next.askDate' : 'next.askPlace')}</AskLink>
        </div>
      )}
    </div>
  )
}

type AskLinkProps = { title: LocalizedText; className?: string; children: string }

/**
 * A message to the institute with the title of an item filled in: by WhatsApp, else by mail, else in its contact form, which takes no
 * title.
 */
function AskLink({ title, className = 'button', children }: AskLinkProps) {
  const { t, locale, institute } = useSite()
  const { whatsapp, email, contactForm } = institute
  const text = t('next.message', { title: isolate(title.text, locale, title.locale) })
  const mail = email && `mailto:${email}?${query({ subject: text })}`
  const href = whatsapp ? `${whatsapp}?${query({ text })}` : (mail ?? contactForm)
  if (!href) return null
  return (
    <a className={className} href={href} rel="noopener noreferrer">
      {children}
    </a>
  )
}

/** The short facts that an item has. */
function Facts({ item: { date, dateInWords, schedule, place, teacher, author } }: { item: DetailPageData }) {
  const { t } = useSite()
  const hours = schedule?.hours
  const person = teacher ?? author
  const role = teacher ? 'teacher' : schedule ? 'organiser' : 'author'
  if (!date && hours === undefined && !person && !place) return null
  return (
    <dl className="facts">
      {date && (
        <Fact icon="calendar" name={t('detail.date')}>
          <time dateTime={date.dateTime}>
            {dateInWords ? <bdi>{dateInWords.text}</bdi> : <bdi dir="ltr">{date.text}</bdi>}
          </time>
        </Fact>
      )}
      {hours !== undefined && (
        <Fact icon="clock" name={t('detail.hourCount')}>
          {t('detail.hours', { count: hours })}
        </Fact>
      )}
      {place && (
        <Fact icon="location" name={t('detail.place')}>
          <LocalText value={place} />
        </Fact>
      )}
      {person && (
        <Fact icon="person" name={t(`detail.${role}`)}>
          <LocalText value={person} />
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
