import { notFound } from 'next/navigation'
import { readSite } from '../../shared/content.js'
import { Card, Picture, Tags } from './Card.jsx'
import { CourseList } from './CourseList.jsx'

export async function HomePage({ lang }) {
  const { words, hero, rows } = await readSite(lang)
  return (
    <>
      <section className="hero">
        <h1>{words.slogan}</h1>
        <Picture image={hero} isFirst />
      </section>
      {Object.entries(rows).map(([name, cards]) => (
        <section key={name} id={name}>
          <h2>{words[name]}</h2>
          <div className="row">
            {cards.map((card) => (
              <Card key={card.slug} card={card} />
            ))}
          </div>
        </section>
      ))}
    </>
  )
}

export async function CourseListPage({ lang }) {
  const { words, courses } = await readSite(lang)
  const cards = courses.map(({ body, related, hours, registration, ...card }) => card)
  return (
    <>
      <h1>{words.courses}</h1>
      <CourseList cards={cards} loadMore={words.loadMore} />
    </>
  )
}

export async function CoursePage({ lang, params }) {
  const { slug } = await params
  const { words, courses } = await readSite(lang)
  const course = courses.find((each) => each.slug === slug)
  if (!course) notFound()
  return (
    <>
      <article>
        <h1>{course.title}</h1>
        <Picture image={course.image} className="detail-picture" isFirst />
        <p>
          {words.hours}: {course.hours}
        </p>
        <Tags tags={course.tags} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the content is the institute's own */}
        <div dangerouslySetInnerHTML={{ __html: course.body }} />
        {course.registration && (
          <a className="button" href={course.registration}>
            {words.register}
          </a>
        )}
      </article>
      <section>
        <h2>{words.related}</h2>
        <div className="row">
          {course.related.map((card) => (
            <Card key={card.slug} card={card} />
          ))}
        </div>
      </section>
    </>
  )
}

export async function courseParams() {
  const { courses } = await readSite('en')
  return courses.map(({ slug }) => ({ slug }))
}
