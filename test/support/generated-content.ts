import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { HomeData, SiteSettings } from '#contract/entities'
import { eventTypes, newsFlag } from '#contract/operations'
import { shippedSite } from './shipped-content'

export type GenerateOptions = {
  /** The same seed gives the same content. */
  seed?: number
  /** The approximate number of items in each list. For 0, all lists are empty. */
  size?: number
  product?: string
}

type Fields = Record<string, unknown>

const titles = {
  en: [
    'A',
    'C++ & <templates>',
    'Python (3.13) for everybody, from the first line',
    'Deep learning: تعلّم عميق in practice',
    `A very long title ${'that goes on and on '.repeat(12)}to its end`,
    'Emoji 👩🏽‍💻 and “quotes”, it’s 100 %',
  ],
  ar: [
    'أ',
    'مقدمة في لغة Python 3',
    'تعلّم الآلة: من الفكرة إلى النموذج',
    'الذكاء الاصطناعي (AI) للجميع!',
    `عنوان طويل جدًا ${'يمتدّ ويمتدّ '.repeat(15)}حتى آخره`,
    'مُدَوَّنَةٌ بِالتَّشْكِيلِ ١٢٣',
  ],
}

const dates = [
  '2027-01-05',
  '2027-01-05T09:30',
  '2026-12-31T23:59:59',
  '2026-12-31 18:00:00',
  '2027-06-15T15:00:00Z',
  '2027-06-15T15:00:00.250Z',
  '2027-02-28T18:00:00+03:00',
  '2027-02-28T18:00:00+0300',
]

const images = [
  'plain.png',
  'photo one.jpg',
  'صورة جميلة.webp',
  'moving.gif',
  'UPPER.PNG',
  '100%.png',
  'a&b=c.jpg',
  'x.webp',
]

/** Generates a valid content set, which differs from the shipped content wherever the contract leaves a choice. */
export function generateContent({ seed = 1, size = 12, product = 'ugarit' }: GenerateOptions = {}): HomeData {
  const random = createRandom(seed)
  const chance = (probability: number) => random() < probability
  const below = (count: number) => Math.floor(random() * count)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T // no list here is empty
  const list = <T>(count: number, make: (index: number) => T): T[] =>
    shuffled(Array.from({ length: size === 0 ? 0 : count }, (_, index) => make(index)))

  const categories = list(3 + below(4), (index) => ({
    slug: slugOf('category', index),
    ...bilingual('name', 'ar_name', (language) => `${pick(titles[language])} ${index}`),
    ...extra(),
  }))
  const courses = list(size + below(5), (index) => ({
    ...maybe({ id: Math.abs(9_000 - index * 7) }),
    ...item('course', index),
    category: pick(categories).slug,
    tags: Array.from({ length: below(5) }, () => pick(['Python', 'تعلّم الآلة', 'C++', 'a tag of several words', '١'])),
    ...maybe({ date: pick(dates) }),
    ...maybe({ count: pick([0, 1, 2, 3, 11, 24.5, 100, 103]) }),
    ...maybe({ registration_link: `https://example.org/register?course=${index}&from=site` }),
  }))
  const blogs = list(size + below(5), (index) => ({
    ...maybe({ id: index * 3 }),
    ...item('blog', index),
    ...person('author'),
    ...maybe({ link: 'http://example.org/مقال' }),
  }))
  const events = list(size + below(5), (index) => ({
    ...item('event', index),
    event_type: eventTypes[index % 2],
    ...person('author'),
    ...maybe({ link: 'HTTPS://EXAMPLE.org' }),
  }))
  const news = list(size + below(5), (index) => ({
    ...item('news', index),
    [newsFlag(product)]: index % 3 === 0,
    ...person('author'),
  }))
  const team = list(2 + below(6), (index) => ({
    image: pick(images),
    ...bilingual('en_name', 'ar_name', (language) => `${pick(titles[language]).slice(0, 30)} ${index}`),
    ...maybe({ en_headline: 'Trainer', ar_headline: 'مدرّب' }),
    ...maybe({ en_bio: `Biography ${index}` }),
    ...maybe({ ar_bio: `سيرة ${index}` }),
    ...extra(),
  }))
  const goals = {
    ...maybe({ en_who_we_are: '<p>Who we <b>are</b>.</p>', ar_who_we_are: '<p>من نحن.</p>' }),
    ...maybe({ en_mission: '<p>Our mission.</p>' }),
    ...maybe({ ar_mission: '<p>رسالتنا.</p>' }),
    ...extra(),
  }
  for (const course of courses) Object.assign(course, person('teacher'))
  // The type is not checked here, because the store validates this content like any other.
  return { courses, courses_categories: categories, goals, news, blogs, events, team } as unknown as HomeData

  function item(kind: string, index: number): Fields {
    return {
      slug: slugOf(kind, index),
      ...bilingual('en_title', 'ar_title', (language) => pick(titles[language])),
      ...maybe({ en_description: `Description ${index}. ${'Some <b>words</b> more. '.repeat(below(12))}` }),
      ...maybe({ ar_description: `وصف ${index}. ${'كلماتٌ أخرى هنا. '.repeat(below(12))}` }),
      ...maybe({ en_body: `<h2>Body ${index}</h2><p>Text with <code>code()</code>.</p>` }),
      ...maybe({ ar_body: `<h2>متن ${index}</h2><p>نص فيه <code>code()</code>.</p>` }),
      image: pick(images),
      ...extra(),
    }
  }

  function person(role: string): Fields {
    return chance(0.5) ? bilingual(`en_${role}`, `ar_${role}`, (language) => pick(titles[language]).slice(0, 20)) : {}
  }

  /** Makes a text in both languages, or in one of them with the other absent or empty. */
  function bilingual(english: string, arabic: string, text: (language: 'en' | 'ar') => string): Fields {
    const missing = chance(0.5) ? {} : ''
    if (chance(0.2)) return { [arabic]: text('ar'), ...(missing === '' && { [english]: '' }) }
    if (chance(0.2)) return { [english]: text('en'), ...(missing === '' && { [arabic]: '' }) }
    return { [english]: text('en'), [arabic]: text('ar') }
  }

  function maybe(fields: Fields): Fields {
    return chance(0.6) ? fields : {}
  }

  function extra(): Fields {
    return chance(0.5)
      ? {
          x_extra: null,
          created_at: '2026-01-01',
          meta: { deep: [{ list: [1, { a: false }], 'odd/key~': '' }], n: 1e21 },
        }
      : {}
  }

  function shuffled<T>(items: T[]): T[] {
    return items
      .map((value) => ({ value, rank: random() }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ value }) => value)
  }
}

/** A unique slug for each index, in six forms that are hard to put into URLs. */
function slugOf(kind: string, index: number): string {
  const forms = [
    `${kind}-${index}`,
    `عنصر-${kind}-${index}`,
    `${kind} ${index} with spaces`,
    `100%-${kind}-${index}`,
    `${kind.toUpperCase()}-${index}`,
    `%D8%A7-${kind}-${index}`,
  ]
  return forms[index % forms.length] as string // the index is below the length
}

/** A seeded random number generator from 0 to 1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * Writes a content set to `fixtures` below `root`, and a small picture for each of its image names to `images`. `site` are the settings of
 * the site.
 */
export async function writeContent(content: HomeData, root: string, site: SiteSettings = shippedSite) {
  const [fixturesDir, imagesDir] = [join(root, 'fixtures'), join(root, 'images')]
  for (const folder of [fixturesDir, imagesDir]) await mkdir(folder, { recursive: true })
  for (const [key, value] of Object.entries({ ...content, site }))
    await writeFile(join(fixturesDir, `${key}.json`), JSON.stringify(value, null, 2))
  const items = Object.values(content).filter(Array.isArray).flat() as { image?: string }[]
  for (const name of new Set(items.flatMap(({ image }) => image || [])))
    await writeFile(join(imagesDir, name), await pictureOf(name))
  return { fixturesDir, imagesDir }
}

/** Writes a content set to a temporary folder. `remove` deletes the folder. */
export async function makeContent(content: HomeData, site?: SiteSettings) {
  const folder = await mkdtemp(join(tmpdir(), 'ugarit-test-'))
  return { dirs: await writeContent(content, folder, site), remove: () => rm(folder, { recursive: true, force: true }) }
}

const pictures = new Map<string, Promise<Buffer>>()

/** A picture of 320 by 180 pixels in the format of the name's extension. Its colour is `background`. */
export function pictureOf(name: string, background = '#2a6f77'): Promise<Buffer> {
  const format = pictureFormat(name)
  const key = `${format} ${background}`
  const made =
    pictures.get(key) ??
    sharp({ create: { width: 320, height: 180, channels: 3, background } })
      .toFormat(format)
      .toBuffer()
  pictures.set(key, made)
  return made
}

export function pictureFormat(name: string): 'png' | 'jpeg' | 'webp' | 'gif' {
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? 'png'
  return extension === 'jpg' ? 'jpeg' : (extension as 'png' | 'webp' | 'gif')
}
