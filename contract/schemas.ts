import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Settings } from 'typebox/system'
import { createExplain } from '#contract/explain'
import type { Fault } from '#contract/faults'
import { eventTypes, newsFlag, type OperationName } from '#contract/operations'

// Reports all errors at once. TypeBox stops at eight by default. `createExplain` bounds the items that are explained.
Settings.Set({ maxErrors: Number.MAX_SAFE_INTEGER })

/**
 * The schemas of the entities in the spec's section 3. They allow unknown fields, because a real API may have more fields.
 */
const Slug = Type.String({ minLength: 1, description: 'Names the item in URLs; unique in its list; case-sensitive' })
const Text = (description: string) => Type.Optional(Type.String({ description }))
const Html = (description: string) => Type.Optional(Type.String({ description: `${description}, as HTML` }))
const HttpUrl = (description: string) =>
  Type.Optional(
    Type.String({ pattern: '^[hH][tT][tT][pP][sS]?://[^\\s/]', description: `${description}, an http(s) address` }),
  )
const ImageName = Type.String({
  minLength: 1,
  pattern: '^[^/\\\\]*$',
  description: 'A plain file name in the images folder, such as course.webp',
})
const Id = Type.Optional(Type.Integer({ minimum: 0, description: 'A number for look-ups by id; unique in its list' }))

/** A title or a name needs one of its two languages. Other bilingual fields may lack both. */
const oneOf = (...fields: [string, string]) => ({
  anyOf: fields.map((field) => ({ required: [field], properties: { [field]: { type: 'string', pattern: '\\S' } } })),
})

const bilingual = {
  en_title: Text('Title in English; one of the two titles is needed, and stands in for the other'),
  ar_title: Text('Title in Arabic; one of the two titles is needed, and stands in for the other'),
  en_description: Text('Short description in English, plain text; cards cut it at 70 and 100 characters'),
  ar_description: Text('Short description in Arabic, plain text; cards cut it at 70 and 100 characters'),
  en_body: Html('Full text of the page in English'),
  ar_body: Html('Full text of the page in Arabic'),
}
const authors = { en_author: Text('Author, in English'), ar_author: Text('Author, in Arabic') }
const titled = oneOf('en_title', 'ar_title')

export const CourseCategory = Type.Object(
  {
    slug: Slug,
    name: Text('Name in English; one of the two names is needed'),
    ar_name: Text('Name in Arabic; one of the two names is needed'),
  },
  { ...oneOf('name', 'ar_name'), description: 'A category of courses' },
)
export type CourseCategory = Static<typeof CourseCategory>

/** Matches a month and a day, but no impossible day such as `02-31`. */
const dayOfYear =
  '(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|[12]\\d))'

export const Course = Type.Object(
  {
    id: Id,
    slug: Slug,
    category: Type.String({
      minLength: 1,
      description: "The slug of the course's category, one of courses_categories.json",
    }),
    ...bilingual,
    tags: Type.Array(Type.String(), { description: 'Short labels, shown as they are in both languages' }),
    registration_link: HttpUrl('Where one registers'),
    image: ImageName,
    date: Type.Optional(
      Type.String({
        pattern: `^\\d{4}-${dayOfYear}(?:[T ](?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d+)?)?(?:Z|[+-]\\d{2}:?\\d{2})?)?$`,
        description: 'Start, an ISO 8601 date and time; without a zone it is the time in Damascus',
      }),
    ),
    count: Type.Optional(Type.Number({ minimum: 0, description: 'Length in hours' })),
  },
  { ...titled, description: 'A course' },
)
export type Course = Static<typeof Course>

export const Blog = Type.Object(
  { id: Id, slug: Slug, ...bilingual, ...authors, image: ImageName, link: HttpUrl('Further reading') },
  { ...titled, description: 'A blog post' },
)
export type Blog = Static<typeof Blog>

const EventTypeOfSpec = Type.Enum([...eventTypes], {
  description: 'Which of the two lists the event is in: /free-workshops or /programming-competitions',
})

export const Event = Type.Object(
  {
    slug: Slug,
    event_type: EventTypeOfSpec,
    ...bilingual,
    ...authors,
    image: ImageName,
    link: HttpUrl('A page about the event'),
  },
  { ...titled, description: 'A free workshop or a programming competition' },
)
export type Event = Static<typeof Event>

const newsFields = { slug: Slug, ...bilingual, ...authors, image: ImageName }
const NewsItemBase = Type.Object(newsFields)
/** A news item also carries the boolean `{product}_news`, whose name depends on the configuration. */
export type NewsItem = Static<typeof NewsItemBase> & { [flag: `${string}_news`]: boolean }

export const TeamMember = Type.Object(
  {
    image: ImageName,
    en_name: Text('Name in English; one of the two names is needed'),
    ar_name: Text('Name in Arabic; one of the two names is needed'),
    en_headline: Text('Role in English'),
    ar_headline: Text('Role in Arabic'),
    en_bio: Text('Biography in English; members with one are shown in full rows'),
    ar_bio: Text('Biography in Arabic; members with one are shown in full rows'),
  },
  { ...oneOf('en_name', 'ar_name'), description: 'A member of the team' },
)
export type TeamMember = Static<typeof TeamMember>

export const Goals = Type.Object(
  {
    en_who_we_are: Html('Who we are, in English'),
    ar_who_we_are: Html('Who we are, in Arabic'),
    en_mission: Html('Our mission, in English'),
    ar_mission: Html('Our mission, in Arabic'),
  },
  { description: 'The texts of the about and mission pages' },
)
export type Goals = Static<typeof Goals>

/** The home data: the content of the whole site. Its keys are the names of the fixture files. */
export type HomeData = {
  courses: Course[]
  courses_categories: CourseCategory[]
  goals: Goals
  news: NewsItem[]
  blogs: Blog[]
  events: Event[]
  team: TeamMember[]
}

/** The payload of each operation, as the client sends it (spec section 7). */
export type Payloads = {
  homeData: undefined
  coursesByCategory: { slug?: string } | undefined
  courseById: { id?: number; slug?: string }
  course: { slug: string }
  blogs: undefined
  blog: { slug: string }
  blogById: { id?: number; slug?: string }
  events: { event_type: (typeof eventTypes)[number] }
  event: { slug: string }
  news: { [flag: `${string}_news`]: boolean }
  newsItem: { slug: string }
}

/** The `data` of each operation's response. */
export type Answers = {
  homeData: HomeData[]
  coursesByCategory: { courses: Course[]; category: CourseCategory | null }
  courseById: Course
  course: Course
  blogs: Blog[]
  blog: Blog
  blogById: Blog
  events: Event[]
  event: Event
  news: NewsItem[]
  newsItem: NewsItem
}

/**
 * Creates the contract's schemas, some of which depend on the product's name. `fixtures` has one schema per fixture file, and
 * `payloads` and `answers` have one per operation. An answer is a response without its envelope.
 */
export function createSchemas(product: string) {
  const flag = newsFlag(product)
  const { slug, ...otherFields } = newsFields
  const NewsItem = Type.Object(
    {
      slug,
      [flag]: Type.Boolean({ description: 'True for news of the product, false for AI news' }),
      ...otherFields,
    } as TProperties,
    { ...titled, description: 'A news item' },
  )
  const fixtures = {
    courses: Type.Array(Course),
    courses_categories: Type.Array(CourseCategory),
    goals: Goals,
    news: Type.Array(NewsItem),
    blogs: Type.Array(Blog),
    events: Type.Array(Event),
    team: Type.Array(TeamMember),
  } satisfies Record<keyof HomeData, TSchema>

  const bySlug = Type.Object({ slug: Slug })
  const byIdOrSlug = Type.Object(
    { id: Type.Optional(Type.Integer()), slug: Type.Optional(Slug) },
    { anyOf: [{ required: ['slug'] }, { required: ['id'] }] },
  )
  const payloads = {
    homeData: undefined,
    coursesByCategory: Type.Object({
      slug: Type.Optional(Type.String({ description: 'Empty or absent: all courses' })),
    }),
    courseById: byIdOrSlug,
    course: bySlug,
    blogs: undefined,
    blog: bySlug,
    blogById: byIdOrSlug,
    events: Type.Object({ event_type: EventTypeOfSpec }),
    event: bySlug,
    news: Type.Object({
      [flag]: Type.Boolean({ description: 'True: news of the product; false: AI news' }),
    } as TProperties),
    newsItem: bySlug,
  } satisfies Record<OperationName, TSchema | undefined>

  const answers = {
    homeData: Type.Array(Type.Object(fixtures), { minItems: 1 }),
    coursesByCategory: Type.Object({
      courses: fixtures.courses,
      category: Type.Union([CourseCategory, Type.Null()]),
    }),
    courseById: Course,
    course: Course,
    blogs: fixtures.blogs,
    blog: Blog,
    blogById: Blog,
    events: fixtures.events,
    event: Event,
    news: fixtures.news,
    newsItem: NewsItem,
  } satisfies Record<OperationName, TSchema>

  return { fixtures, payloads, answers }
}

/**
 * Compiles a schema into a function that returns all faults of a value, or an empty list if the value is valid. Of a list with more
 * than `maxExplained` items it explains only so many with faults, and tells how many more there are.
 */
export function createCheck(schema: TSchema, maxExplained = 1_000): (value: unknown) => Fault[] {
  const validator = Compile(schema)
  const explain = createExplain(schema, maxExplained)
  return (value) => (validator.Check(value) ? [] : explain(value).faults)
}
