import { describe, expect, test } from 'vitest'
import type { HomeData } from '#contract/entities'
import { locales } from '#contract/locales'
import { createPaths, inLocale, shareImagePath } from '#contract/paths'
import { currentBuild } from '../../../scripts/site-build'
import { sharedApp } from '../../support/app'
import { tagsOf } from '../../support/html'
import { envelope, siteOver } from '../api/other-api'

const publicUrl = 'https://www.ugarit.example'
const slugs = ['python', "l'été (1)!", 'دورة-في-تعلّم', 'nai\u0308f', '100%-a b', '%D8%A7-x', 'a+b&c=d;e', '~x*']

const item = (slug: string) => ({ slug, en_title: `A ${slug}`, ar_title: `أ ${slug}`, image: 'a.png' })
const content = {
  courses_categories: slugs.map((slug) => ({ slug, name: `C ${slug}` })),
  courses: slugs.map((slug) => ({ ...item(slug), category: slug, tags: [], date: '2027-01-05' })),
  blogs: slugs.map(item),
  events: slugs.map((slug) => ({ ...item(slug), event_type: 'free_workshop' })),
  news: slugs.map((slug) => ({ ...item(slug), ugarit_news: true })),
  team: [],
  goals: {},
} as unknown as HomeData
const site = sharedApp({ content, distDir: currentBuild(), config: { publicUrl } })

const hex = (byte: number) => `%${byte.toString(16).padStart(2, '0')}`

/** Other forms of a path that mean the same: in lower case, with more or fewer escapes, in other normal forms, with more slashes. */
function oddForms(path: string): string[] {
  const lower = path.replace(/%[89A-F][\dA-F]/g, (text) => text.toLowerCase())
  const inForm = (form: string) =>
    path.replace(/[^/]+$/, (part) => encodeURIComponent(decodeURIComponent(part).normalize(form)))
  const all = [
    path.replace(/[^/]+/g, (part) => Array.from(Buffer.from(decodeURIComponent(part)), hex).join('')),
    lower,
    path.replace(/[a-z](?=[^/]*$)/, (letter) => hex(letter.charCodeAt(0))),
    ...['NFC', 'NFD'].map(inForm),
    ...[`${path}/`, `/${path}//`, `${lower}/`],
  ]
  return [...new Set(all)].filter((form) => form !== path)
}

/** Other forms of a path that differ in the escapes of signs, which proxies change. */
function proxyForms(path: string): string[] {
  const escaped = path.replace(/['()!*~]/g, (letter) => hex(letter.charCodeAt(0)))
  const lower = path.replace(/%[2-7][\dA-F]/g, (text) => (text === '%25' ? text : text.toLowerCase()))
  const decoded = path.replace(/%(?:2[46BC]|3[BD]|40)/g, decodeURIComponent)
  return [...new Set([escaped, lower, decoded])].filter((form) => form !== path)
}

describe.each(Object.values(locales))('in $lang', ({ locale }) => {
  const paths = createPaths({ locale, product: 'ugarit' })
  const kinds = ['course', 'courseCategory', 'blog', 'event', 'freeWorkshop', 'newsItem'] as const
  const pages = kinds.flatMap((kind) => slugs.map((slug) => paths[kind](slug)))

  test.each(pages)('every form of %s leads to one address', async (path) => {
    for (const form of oddForms(path)) {
      let next = `${form}?utm_source=a%20b`
      let steps = 0
      let answer = await site.app.inject(next)
      // The normal form of another item's address takes a second step.
      for (; answer.statusCode === 301 && steps < 3; steps++) {
        next = answer.headers.location ?? ''
        answer = await site.app.inject(next)
      }
      expect([form, answer.statusCode, next]).toEqual([form, 200, `${path}?utm_source=a%20b`])
      expect(steps).toBeLessThan(3)
    }
    for (const form of [path, `${path}?utm_source=mail`, ...proxyForms(path)]) {
      const { statusCode, body } = await site.app.inject(form)
      expect([form, statusCode]).toEqual([form, 200])
      const links = tagsOf(body, 'link').flatMap(({ rel, hreflang, href }) =>
        rel === 'canonical' || hreflang ? [href] : [],
      )
      const [en, ar] = [publicUrl + inLocale(path, 'en'), publicUrl + inLocale(path, 'ar')]
      expect(links).toEqual([publicUrl + path, en, ar, en])
      const meta = tagsOf(body, 'meta').flatMap(({ property, content: text }) =>
        property === 'og:url' || property === 'og:image' ? [text] : [],
      )
      expect(meta).toEqual([publicUrl + path, publicUrl + shareImagePath(path)])
      const address = body.match(/class="share-address">.*?<bdi dir="ltr" translate="no">(.*?)<\/bdi>/)?.[1]
      if (address) expect(address).toBe((publicUrl + path).replaceAll('&', '&amp;').replaceAll("'", '&#x27;'))
      const [, jsonLd = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body) ?? []
      expect(JSON.stringify(JSON.parse(jsonLd))).toContain(JSON.stringify(publicUrl + path))
    }
  })

  test.each(['python', 'دورة-في-تعلّم'])(
    'messengers change the address of %s, which still leads to the item',
    async (slug) => {
      for (const kind of kinds) {
        const path = paths[kind](slug)
        const encodedTwice = path.replace(/[^/]+$/, encodeURIComponent)
        const signs = ['.', ')', '»', '،', '\u200f', '%20', ').', '>', '~', '🔥', '❤\ufe0f']
        const parameters = ['%3Ffbclid=a', '&fbclid=a&b=c', '%23register', ')%3Fa']
        const forms = [...signs, ...parameters].map((end) => path + encodeURI(end).replace('%25', '%'))
        for (const form of [...forms, encodedTwice].filter((each) => each !== path)) {
          const { statusCode, headers } = await site.app.inject(`${form}?utm_source=mail`)
          expect([form, statusCode, headers.location]).toEqual([form, 301, `${path}?utm_source=mail`])
        }
        for (const end of ['...x', '-', '.....']) {
          const { statusCode } = await site.app.inject(`${paths[kind]('none')}${end}`)
          expect([end, statusCode]).toEqual([end, 404])
        }
      }
    },
  )

  test('a calendar and a share image have one address each', async () => {
    const calendar = paths.courseCalendar('python')
    const odd = calendar.replace('python', '%70ython')
    expect((await site.app.inject(odd)).headers.location).toBe(calendar)
    const card = shareImagePath(paths.course('python'))
    const [one, other] = await Promise.all(
      [card, card.replace('python', '%70ython')].map((url) => site.app.inject(url)),
    )
    expect([one?.statusCode, other?.rawPayload.equals(one?.rawPayload as Buffer)]).toEqual([200, true])
  })
})

test.each([
  ['NFC', 'NFD'],
  ['NFD', 'NFC'],
])('an API that knows a slug in %s alone', async (known, other) => {
  const slug = 'naïf'.normalize(known)
  const { request } = await siteOver((path, payload) => {
    // An API that has no list is one that the network has lost.
    if (path !== '/api/get-blog') return envelope([])
    const isKnown = (JSON.parse(payload) as { slug: string }).slug === slug
    return isKnown ? envelope(item(slug)) : { status: 404, text: '{}' }
  })
  const address = `/blogs/${encodeURIComponent(slug)}`
  await request.get(address).expect(200)
  const { status, headers } = await request.get(`/blogs/${encodeURIComponent(slug.normalize(other))}?utm_source=mail`)
  expect([status, headers.location]).toEqual(known === 'NFC' ? [301, `${address}?utm_source=mail`] : [404, undefined])
})

test('an API that finds a slug in either form has one page for it', async () => {
  const slug = 'naïf'.normalize('NFD')
  const { request } = await siteOver((path) =>
    path === '/api/get-blog' ? envelope(item(slug)) : { status: 404, text: '{}' },
  )
  const address = `/blogs/${encodeURIComponent(slug)}`
  await request.get(address).expect(200)
  const { status, headers } = await request.get(`/blogs/${encodeURIComponent(slug.normalize('NFC'))}`)
  expect([status, headers.location]).toEqual([301, address])
})

test.each(['/%63ourses', '/%61r/courses', '/ar/%62logs', '/%61r'])(
  '%s leads to the page that it means',
  async (form) => {
    const { statusCode, headers } = await site.app.inject(form)
    expect([statusCode, headers.location]).toEqual([301, decodeURIComponent(form)])
  },
)

test.each(['/api/%67et-blogs/', '/images/%61.png/', '/assets/%61.js/', '/%68ealthz/'])(
  '%s is no page and leads to none',
  async (form) => {
    const { statusCode, headers } = await site.app.inject(form)
    expect([statusCode === 301, headers.location ?? '/']).toEqual([false, '/'])
  },
)

test.each([
  '/courses/%ff',
  '/courses/%',
  '/courses/%zz',
  '//evil.example/%63ourses',
  '/%2f%2fevil.example',
  '/courses/a%2fb',
])('the odd address %s never leads to another host and never fails', async (form) => {
  const { statusCode, headers } = await site.app.inject(form)
  expect(statusCode).toBeLessThan(500)
  expect(headers.location ?? '/').toMatch(/^\/(?!\/)/)
})
