import { expect, test } from 'vitest'
import { isLocale, locales } from '#contract/locales'
import {
  createPaths,
  inLocale,
  knownQuery,
  pageAt,
  pageOfShareImage,
  shareImagePath,
  splitLocale,
} from '#contract/paths'
import { generateContent } from '../support/generated-content'
import { sitePages } from '../support/site-pages'

const slug = 'مقدمة 100% a/b?c#d'
const encoded = '%D9%85%D9%82%D8%AF%D9%85%D8%A9%20100%25%20a%2Fb%3Fc%23d'

test('every page of the spec, and each file for feed readers and calendars, has its path in both languages', () => {
  const expected = {
    home: '',
    courses: '/courses',
    course: `/courses/${encoded}`,
    courseCategory: `/course-category/${encoded}`,
    productNews: '/ugarit_news',
    aiNews: '/ai_news',
    newsItem: `/news/${encoded}`,
    blogs: '/blogs',
    blog: `/blogs/${encoded}`,
    event: `/events/${encoded}`,
    freeWorkshops: '/free-workshops',
    freeWorkshop: `/free-workshops/${encoded}`,
    programmingCompetitions: '/programming-competitions',
    programmingCompetition: `/programming-competitions/${encoded}`,
    whoWeAre: '/who-we-are',
    ourMission: '/our-mission',
    contactUs: '/contact-us',
    newsFeed: '/news.xml',
    blogFeed: '/blogs.xml',
    calendar: '/calendar.ics',
    courseCalendar: `/calendar/courses/${encoded}.ics`,
    eventCalendar: `/calendar/events/${encoded}.ics`,
  }
  for (const { locale } of Object.values(locales)) {
    const paths = Object.entries(createPaths({ locale, product: 'ugarit' })).map(([name, path]) => [name, path(slug)])
    const below = (path: string) => (locale === 'ar' ? `/ar${path}` : path || '/')
    const wanted = Object.entries(expected).map(([name, path]) => [name, below(path)])
    expect(Object.fromEntries(paths)).toMatchObject(Object.fromEntries(wanted))
  }
})

test('each page is known by its address, with and without a slash at its end', () => {
  for (const { name, path } of sitePages(generateContent()))
    for (const address of [path, `${path}/`])
      expect([address, pageAt(address)]).toEqual([address, name === 'notFound' ? 'course' : name])
})

test.each([
  ...[
    '/nowhere',
    '/ar/nowhere',
    '/Courses',
    '/courses/a/b',
    '/course-category',
    '/events',
    '/news',
    '/ar/news/',
    '/_news',
  ],
  ...[
    '/api/get-data',
    '/api',
    '/assets/index.js',
    '/images/a.png',
    '/cards/index.jpg',
    '/cards/ar/blogs/a.jpg',
    '/docs',
  ],
  ...['/docs/', '/icons/icon-192.png', '/__requests', '/__studio', '/health', '/ready', '/metrics', '/openapi.json'],
  ...['/robots.txt', '/sitemap.xml', '/sitemap-1.xml', '/news.xml', '/ar/news.xml', '/blogs.xml', '/calendar.ics'],
  ...['/calendar/courses/a.ics', '/ar/calendar/events/a.ics', '/sw.js', '/shell.html', '/manifest.ar.webmanifest'],
])('%s is not the address of a page', (path) => {
  expect(pageAt(path)).toBeUndefined()
})

test.each([
  ['', 'en', '/'],
  ['/ar', 'ar', '/'],
  ['/ar/', 'ar', '/'],
  ['/ar/blogs', 'ar', '/blogs'],
  ['/ar_news', 'en', '/ar_news'],
  ['/blogs/ar', 'en', '/blogs/ar'],
  ['/AR/blogs', 'en', '/AR/blogs'],
])('splitLocale(%s) is %s and %s', (pathname, locale, page) => {
  expect(splitLocale(pathname)).toStrictEqual([locale, page])
})

test.each([
  ['/courses', '?x=1&q=a%20b&show=14', '?show=14&q=a+b'],
  ['/ar/blogs', '?show=8&q=%20', '?show=14'],
  ['/course-category/a', '?q=%20a', '?q=a'],
  ['/ar/courses/', '?q=a', '?q=a'],
  ['/courses', '?by=length&q=a&tag=%20AI&when=upcoming&show=14', '?show=14&when=upcoming&by=length&tag=AI&q=a'],
  ['/ar/free-workshops', '?when=upcoming&by=start&tag=AI', '?when=upcoming&by=start'],
  // Only courses have a length, and only courses and events a start. Unknown values are ignored.
  ['/programming-competitions', '?by=length', ''],
  ['/blogs', '?when=upcoming&by=start&tag=AI', ''],
  ['/course-category/a', '?when=past&by=&by=start&tag=', ''],
  ['/courses', '?show=7', ''],
  ['/courses', '', ''],
  ['/courses/a', '?show=14', ''],
])('of %s with "%s" the known query is "%s"', (pathname, search, known) => {
  expect(knownQuery(pathname, search)).toBe(known)
})

test('a language is known by its name alone', () => {
  expect(['en', 'ar', 'fr', 'toString', ['ar'], null].filter(isLocale)).toStrictEqual(['en', 'ar'])
})

test.each([
  ['/', 'ar', '/ar'],
  ['/ar/', 'en', '/'],
  ['/ar', 'ar', '/ar'],
  ['/ar/courses?show=14#main', 'en', '/courses?show=14#main'],
  ['/ar?x=/ar/y', 'en', '/?x=/ar/y'],
  ['/#/ar', 'ar', '/ar#/ar'],
] as const)('inLocale(%s, %s) is %s', (path, locale, expected) => {
  expect(inLocale(path, locale)).toBe(expected)
})

test('a path with any slug is one segment longer, decodes to that slug, and survives the language switch', () => {
  const hostile = ['..', '.', 'ar', '/', '//evil.example', '?', '#', '%', '%2f', ' ', '\u0000', '"><script>', '👩‍💻']
  for (const each of ['دورة-في-تعلّم-الآلة', ...hostile]) {
    for (const query of ['', '?show=14', '?a=/ar#b', '#x']) {
      const en = createPaths({ locale: 'en', product: 'ugarit' }).blog(each)
      const ar = createPaths({ locale: 'ar', product: 'ugarit' }).blog(each)
      expect(en).toMatch(/^\/blogs\/[^/?#]+$/)
      expect(decodeURIComponent(en.slice('/blogs/'.length))).toBe(each)
      expect(inLocale(en + query, 'ar')).toBe(ar + query)
      expect(inLocale(ar + query, 'en')).toBe(en + query)
      expect(splitLocale(ar)).toStrictEqual(['ar', en])
    }
  }
})

test.each(['\ud800', 'a\udc00b'])('a slug with a lone surrogate (%j) never throws', (broken) => {
  expect(createPaths({ locale: 'en', product: 'ugarit' }).course(broken)).toContain('%EF%BF%BD')
})

test.each([
  ['/', '/cards/index.jpg'],
  ['/ar', '/cards/ar.jpg'],
  ['/courses', '/cards/courses.jpg'],
  ['/ar/blogs/%D8%A3', '/cards/ar/blogs/%D8%A3.jpg'],
  ['/blogs/a.jpg', '/cards/blogs/a.jpg.jpg'],
  ['/index-a', '/cards/index-a.jpg'],
  ['/a/index', '/cards/a/index.jpg'],
])('the share image of %s is at %s, which names the page', (page, path) => {
  expect(shareImagePath(page)).toBe(path)
  expect(pageOfShareImage(path)).toBe(page)
  expect(pageOfShareImage(`${path}?x=1`)).toBe(page)
})

test.each(['/cards', '/x/cards/a.jpg', '/cards/a.png'])('%s is no address of a share image', (url) => {
  expect(pageOfShareImage(url)).toBeUndefined()
})
