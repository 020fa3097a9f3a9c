import {
  type EntityOf,
  type EventType,
  entities,
  type FieldOf,
  type HomeData,
  type Kind,
  type ListKind,
  type ReferredKind,
  type SlugKind,
} from '#contract/entities'

/**
 * The operations of the site's API (spec section 7) as plain data. Routes, types, schemas, answers, the OpenAPI document, the contract
 * check and its tests are made from it. The build removes `summary` and `description` from visitors' scripts
 * (`scripts/vite/without-texts.ts`).
 */
export const operations = {
  homeData: {
    method: 'GET',
    path: '/api/get-data',
    answers: { home: true },
    summary: 'Everything the home page shows, in a list of one',
    description:
      'The content of the whole site in one answer: a list whose first element holds every list and the goals.',
  },
  coursesByCategory: {
    method: 'POST',
    path: '/api/get-courses-by-category',
    answers: { list: 'courses', groupedBy: 'category' },
    summary: 'The courses of one category, or all of them when the slug is empty',
    description:
      'With the slug of a category: its courses and the category. With an empty slug, or none: all courses, and `null` for the category.',
  },
  courseById: {
    method: 'POST',
    path: '/api/get-courses-by-id',
    answers: { item: 'courses', takesId: true },
    summary: 'One course by its number or slug',
    description:
      'Takes an `id` or a `slug`; when both are given, the `id` counts. Answers 404 when there is no such course.',
  },
  course: {
    method: 'POST',
    path: '/api/get-course',
    answers: { item: 'courses' },
    summary: 'One course by its slug',
    description: 'Slugs are case-sensitive. Answers 404, naming the nearest slugs, when there is no such course.',
  },
  blogs: {
    method: 'GET',
    path: '/api/get-blogs',
    answers: { list: 'blogs' },
    summary: 'All blog posts',
    description: 'Every blog post with its texts in both languages, in the order of the fixtures.',
  },
  blog: {
    method: 'POST',
    path: '/api/get-blog',
    answers: { item: 'blogs' },
    summary: 'One blog post by its slug',
    description: 'Slugs are case-sensitive. Answers 404, naming the nearest slugs, when there is no such post.',
  },
  blogById: {
    method: 'POST',
    path: '/api/get-blog-by-id',
    answers: { item: 'blogs', takesId: true },
    summary: 'One blog post by its number or slug',
    description:
      'Takes an `id` or a `slug`; when both are given, the `id` counts. Answers 404 when there is no such post.',
  },
  events: {
    method: 'POST',
    path: '/api/get-events',
    answers: { list: 'events', filteredBy: 'event_type' },
    summary: 'The events of one type',
    description: 'Free workshops or programming competitions, in the order of the fixtures.',
  },
  event: {
    method: 'POST',
    path: '/api/get-event',
    answers: { item: 'events' },
    summary: 'One event by its slug',
    description: 'Finds events of both types. Answers 404, naming the nearest slugs, when there is no such event.',
  },
  news: {
    method: 'POST',
    path: '/api/get-news',
    answers: { list: 'news', filteredBy: '{product}_news' },
    summary: 'News of the product, or of AI in general',
    description:
      'News is of two kinds, told apart by a boolean named after the product: true for its own news, false for AI news.',
  },
  newsItem: {
    method: 'POST',
    path: '/api/get-next-new',
    answers: { item: 'news' },
    summary: 'One news item by its slug',
    description: 'Finds news of both kinds. Answers 404, naming the nearest slugs, when there is no such item.',
  },
} as const satisfies Record<string, Operation>

export type Operation = {
  method: 'GET' | 'POST'
  path: string
  answers: Answering
  summary: string
  /** Describes the operation in the OpenAPI document, in addition to its summary. */
  description: string
}

/** The form of an operation's answer, which decides its payload: exactly one of `home`, `item`, `list` and `object`. */
export type Answering = {
  /** The home data, in a list of one. */
  home?: true
  /** One item of this list. The payload has its slug, or with `takesId` its id or slug. */
  item?: SlugKind
  takesId?: true
  /** The items of this list. */
  list?: ListKind
  /** Only the items that have the payload's value of this field, a choice or a flag. */
  filteredBy?: string
  /** The items that refer to an item by this field, and that item. The payload has its slug; without it the answer has all items. */
  groupedBy?: string
  /** The only object of this kind. */
  object?: Exclude<Kind, ListKind>
}

/** Returns what an operation answers. */
export function answeringOf(name: OperationName): Answering {
  return operations[name].answers
}

/** The lists of the home data that have an operation which returns one of their items. */
export type ListKey = Extract<(typeof operations)[OperationName]['answers'], { item: unknown }>['item']

export type OperationName = keyof typeof operations

/** The operations' names, in the order of the spec's table. */
export const operationNames = Object.keys(operations) as OperationName[]

/** Returns the operation with this path, or `undefined`. */
export function operationAt(path: string | undefined): OperationName | undefined {
  return operationNames.find((name) => operations[name].path === path)
}

/** True for a payload with a slug or an id, which may name an item that does not exist. */
export function asksForOne(payload: unknown): boolean {
  const { slug, id } = (payload ?? {}) as { slug?: unknown; id?: unknown }
  return id !== undefined || (slug !== undefined && slug !== '')
}

/** The two kinds of event (spec section 3), as the API spells them. */
export const eventTypes = Object.keys(entities.events.fields.event_type.choices) as EventType[]

/** The product if no product is configured. The institute has the same name. */
export const defaultProduct = 'ugarit'

/**
 * True for a valid product slug, which becomes part of a path and of a field's name. `ai` is refused, because AI has its own
 * news.
 */
export function isProduct(text: string): boolean {
  return /^[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*$/.test(text) && text !== 'ai' && text.length <= 40
}

/**
 * The field that distinguishes product news from AI news: `{product}_news` (spec section 7), in news items and in the payload
 * of the news operation.
 */
export function newsFlag(product: string): `${string}_news` {
  return `${product}_news`
}

type Rows = typeof operations

type PayloadOf<Row> = Row extends { item: string; takesId: true }
  ? { id?: number; slug?: string }
  : Row extends { item: string }
    ? { slug: string }
    : Row extends { groupedBy: string }
      ? { slug?: string } | undefined
      : Row extends { list: infer Each extends ListKind; filteredBy: infer Stem }
        ? FieldOf<Each, Stem>
        : undefined

type AnswerOf<Row> = Row extends { item: infer Each extends Kind }
  ? EntityOf<Each>
  : Row extends { list: infer Each extends ListKind; groupedBy: infer Stem extends string }
    ? { [Key in Each]: EntityOf<Each>[] } & { [Key in Stem]: EntityOf<ReferredKind<Each, Stem>> | null }
    : Row extends { list: infer Each extends ListKind }
      ? EntityOf<Each>[]
      : Row extends { object: infer Each extends Kind }
        ? EntityOf<Each>
        : HomeData[]

/** The payload of each operation, as the client sends it (spec section 7). */
export type Payloads = { [Name in OperationName]: PayloadOf<Rows[Name]['answers']> }

/** The `data` of each operation's response. */
export type Answers = { [Name in OperationName]: AnswerOf<Rows[Name]['answers']> }

/** An operation and its payload. TanStack Query uses them as the query key. */
export type QueryKey<Name extends OperationName = OperationName> = readonly [name: Name, payload: Payloads[Name]]
