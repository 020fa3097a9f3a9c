import type { ReactNode } from 'react'
import { lists } from '#content/lists'
import { isolate, type LocalText as LocalizedText } from '#content/localize'
import type { DetailPageData } from '#content/page-data'
import type { Schedule } from '#content/schedule'
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
import { Neighbours, query, RelatedCourses, ShareLinks } from './DetailEnd'
import './details.css'

/**
 * The page of one course, post, event or news item (spec section 2). It shows the item, links for sharing it, and related items. It
 * leaves out missing fields.
 */
export default function DetailPage(item: DetailPageData) {
  const { t, locale, paths, institute } = useSite()
  const isHeadingOnly = useHeadingOnly()
  const { page, title, author, body, previous, next, related } = item
  const listName = item.listName ?? defaultListOf(page)
  const list = listName
    ? { href: paths[listName](), name: t(lists[listName].title, { product: institute.product }) }
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
          <TagLinks tags={item.tags} />
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
        {item.schedule && <NextStep item={item} schedule={item.schedule} listHref={list.href} />}
      </article>
      <PageRest>
        <div className="detail-end wrap">
          <ShareLinks title={isolate(title.text, locale, title.locale)} />
          <Neighbours previous={previous} next={next} pathOf={paths[page]} />
        </div>
        {related && <RelatedCourses {...related} />}
      </PageRest>
    </>
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

type NextStepProps = { item: DetailPageData; schedule: Schedule; listHref: string }

/**
 * The next step towards a course or event: its registration, or a message about its date or a place. After its start, the next steps
 * are its list and, for a course, a message about the next date.
 */
function NextStep({
  item: { page, title, date, registration_link: registrationLink, link },
  schedule,
  listHref,
}: NextStepProps) {
  const { t, institute } = useSite()
  const [phone] = institute.phones
  const state = useScheduleState(schedule, date)
  const isCourse = page === 'course'
  if (state === 'started')
    return (
      <div className="detail-register is-over band-night" key={state}>
        <p>{t(isCourse ? 'next.started' : 'next.over')}</p>
        <Link className="button button-quiet" to={listHref}>
          {t('next.others')}
        </Link>
        {isCourse && <AskLink title={title}>{t('next.askNext')}</AskLink>}
      </div>
    )
  if (registrationLink)
    return (
      <div className="detail-register band-night" key="register">
        <p>{t(state === 'undated' ? 'next.undated' : 'next.register')}</p>
        <a className="button" href={registrationLink} rel="noopener noreferrer">
          {t('action.register')}
        </a>
        {/* Printed alone, because paper has no link to the page of contacts. */}
        {phone && (
          <p className="detail-register-phone">
            <bdi dir="ltr">{phone.number}</bdi>
          </p>
        )}
      </div>
    )
  // The item's own page (`link`) says how to take part.
  if (link) return null
  return (
    <div className="detail-register band-night" key="ask">
      <p>{t(state === 'undated' ? 'next.undated' : 'next.byMessage')}</p>
      <AskLink title={title}>{t(state === 'undated' ? 'next.askDate' : 'next.askPlace')}</AskLink>
    </div>
  )
}

/**
 * A message to the institute with the title of an item filled in: by WhatsApp, else by mail, else in its contact form, which takes no
 * title.
 */
function AskLink({ title, children }: { title: LocalizedText; children: string }) {
  const { t, locale, institute } = useSite()
  const { whatsapp, email, contactForm } = institute
  const text = t('next.message', { title: isolate(title.text, locale, title.locale) })
  const mail = email && `mailto:${email}?${query({ subject: text })}`
  const href = whatsapp ? `${whatsapp}?${query({ text })}` : (mail ?? contactForm)
  if (!href) return null
  return (
    <a className="button" href={href} rel="noopener noreferrer">
      {children}
    </a>
  )
}

/** The short facts that an item has. A course or event links to its calendar file until it starts. */
function Facts({ item: { page, slug, date, dateInWords, schedule, place, author } }: { item: DetailPageData }) {
  const { t, paths } = useSite()
  const state = useScheduleState(schedule, date)
  const hours = schedule?.hours
  if (!date && hours === undefined && !author && !place) return null
  const calendar = page === 'course' ? paths.courseCalendar : paths.eventCalendar
  const hasCalendar = schedule && state !== 'started'
  return (
    <dl className="facts">
      {date && (
        <Fact icon="calendar" name={t('detail.date')}>
          <time dateTime={date.dateTime}>
            {dateInWords ? <bdi>{dateInWords.text}</bdi> : <bdi dir="ltr">{date.text}</bdi>}
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
      {place && (
        <Fact icon="location" name={t('detail.place')}>
          <LocalText value={place} />
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
