import { expect } from 'vitest'
import type { HomeData } from '#contract/schemas'
import type { FixtureFault } from '../../../server/content/store'

/** A content set whose fields may have any type. */
export type Loose = {
  [Key in keyof HomeData]: Key extends 'goals' ? Record<string, unknown> : Record<string, unknown>[]
}

/** An item with only the required fields. */
export const item = (fields: object) => ({ slug: 'a', en_title: 'A', image: 'a.png', ...fields })

/** A valid content set with one item of each kind. */
export function smallContent(): Loose {
  return {
    courses_categories: [{ slug: 'python', name: 'Python' }],
    courses: [item({ category: 'python', tags: [] })],
    blogs: [item({})],
    events: [item({ event_type: 'free_workshop' })],
    news: [item({ ugarit_news: true })],
    team: [{ image: 'a.png', en_name: 'A' }],
    goals: {},
  }
}

export const containing = (text: string) => expect.stringContaining(text) as unknown as string

type Row = [what: string, spoil: (content: Loose) => void, file: string, fault: Omit<FixtureFault, 'file'>]

export const set =
  (key: Exclude<keyof Loose, 'goals'>, field: string, value: unknown) =>
  (content: Loose): void => {
    const [first] = content[key]
    if (first) first[field] = value
  }

/** Rows of a rule for fixtures, a change that breaks it, and the file and fault to be reported. */
export const rows: Row[] = [
  [
    'a slug of its own',
    (c) => c.blogs.push(item({})),
    'blogs',
    { pointer: '/1/slug', expected: 'a slug of its own', found: containing('/0/slug') },
  ],
  [
    'an id of its own',
    (c) => c.blogs.push(item({ slug: 'b', id: 4 }), item({ slug: 'c', id: 4 })),
    'blogs',
    { pointer: '/2/id', expected: 'an id of its own', found: containing('the number 4') },
  ],
  [
    'a category that exists',
    set('courses', 'category', 'pyton'),
    'courses',
    {
      pointer: '/0/category',
      expected: containing('courses_categories.json'),
      found: 'the string "pyton"',
      nearest: 'python',
    },
  ],
  [
    'an image that is there',
    set('news', 'image', 'b.png'),
    'news',
    { pointer: '/0/image', expected: containing('images folder'), found: 'the string "b.png"', nearest: 'a.png' },
  ],
  [
    'an image of a member that is there',
    set('team', 'image', 'zzzzzzzz'),
    'team',
    { pointer: '/0/image', expected: containing('images folder'), found: 'the string "zzzzzzzz"' },
  ],
  [
    'an image that ends as pictures do, though such a file is there',
    set('news', 'image', 'evil.js'),
    'news',
    {
      pointer: '/0/image',
      expected: 'the name of a file in the images folder that ends in .png, .jpg, .jpeg, .webp, .gif, .avif',
      found: 'the string "evil.js"',
    },
  ],
  [
    'an image name that is no path',
    set('blogs', 'image', '../secret.png'),
    'blogs',
    { pointer: '/0/image', expected: containing('plain file name'), found: 'the string "../secret.png"' },
  ],
  [
    'a title in one language',
    set('courses', 'en_title', ' '),
    'courses',
    { pointer: '/0/en_title', expected: 'a value in en_title or ar_title', found: 'the string " "' },
  ],
  [
    'a title at all',
    (c) => delete c.events[0]?.en_title,
    'events',
    { pointer: '/0/en_title', expected: 'a value in en_title or ar_title', found: 'nothing' },
  ],
  [
    'a title that is text',
    set('courses', 'en_title', 7),
    'courses',
    { pointer: '/0/en_title', expected: containing('a string'), found: 'the number 7' },
  ],
  [
    'a name in one language',
    set('team', 'en_name', ''),
    'team',
    { pointer: '/0/en_name', expected: 'a value in en_name or ar_name', found: 'the string ""' },
  ],
  [
    'a slug',
    (c) => c.courses_categories.push({ name: 'B' }),
    'courses_categories',
    { pointer: '/1/slug', expected: containing('a string'), found: 'nothing' },
  ],
  [
    'a slug with letters',
    set('events', 'slug', ''),
    'events',
    { pointer: '/0/slug', expected: containing('not empty'), found: 'the string ""' },
  ],
  [
    'a known event type',
    set('events', 'event_type', 'competition_programming'),
    'events',
    {
      pointer: '/0/event_type',
      expected: containing('one of'),
      found: containing('competition_programming'),
      nearest: 'competitions_programming',
    },
  ],
  [
    'a flag of the product',
    set('news', 'ugarit_news', 'TRUE'),
    'news',
    { pointer: '/0/ugarit_news', expected: containing('true or false'), found: 'the string "TRUE"', nearest: 'true' },
  ],
  [
    'the flag',
    (c) => delete c.news[0]?.ugarit_news,
    'news',
    { pointer: '/0/ugarit_news', expected: containing('true or false'), found: 'nothing' },
  ],
  [
    'a list of tags',
    set('courses', 'tags', 'AI, Python'),
    'courses',
    { pointer: '/0/tags', expected: containing('a list'), found: 'the string "AI, Python"' },
  ],
  [
    'tags that are text',
    set('courses', 'tags', ['AI', null]),
    'courses',
    { pointer: '/0/tags/1', expected: containing('a string'), found: 'null' },
  ],
  [
    'hours as a number',
    set('courses', 'count', '24'),
    'courses',
    { pointer: '/0/count', expected: containing('a number of at least 0'), found: 'the string "24"', nearest: '24' },
  ],
  [
    'hours not below zero',
    set('courses', 'count', -1),
    'courses',
    { pointer: '/0/count', expected: containing('of at least 0'), found: 'the number -1' },
  ],
  [
    'a date in ISO 8601',
    set('courses', 'date', '31/12/2026'),
    'courses',
    { pointer: '/0/date', expected: containing('ISO 8601'), found: 'the string "31/12/2026"' },
  ],
  [
    'an http(s) link',
    set('courses', 'registration_link', 'javascript:alert(1)'),
    'courses',
    { pointer: '/0/registration_link', expected: containing('http(s)'), found: containing('javascript:') },
  ],
  [
    'an http(s) link of a blog',
    set('blogs', 'link', 'www.example.org'),
    'blogs',
    { pointer: '/0/link', expected: containing('http(s)'), found: containing('www') },
  ],
  [
    'objects in lists',
    (c) => c.blogs.push(null as never),
    'blogs',
    { pointer: '/1', expected: containing('an object'), found: 'null' },
  ],
  [
    'a list of team members',
    (c) => Object.assign(c, { team: { '0': {} } }),
    'team',
    { pointer: '', expected: containing('a list'), found: 'an object' },
  ],
  [
    'one object of goals',
    (c) => Object.assign(c, { goals: [] }),
    'goals',
    { pointer: '', expected: containing('an object'), found: 'an empty list' },
  ],
  [
    'texts in goals',
    (c) => Object.assign(c, { goals: { ar_mission: false } }),
    'goals',
    { pointer: '/ar_mission', expected: containing('a string'), found: 'the boolean false' },
  ],
]
