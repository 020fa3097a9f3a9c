import { expect, test } from 'vitest'
import { createPaths } from '#contract/paths'
import { represent } from '../../../server/http/representation'
import { costOf, createPageCache, isCachedAddress, pageAddress, type ShownPage } from '../../../server/pages/page-cache'
import { stopClock } from '../../support/clock'
import { generateContent } from '../../support/generated-content'
import { sitePages } from '../../support/site-pages'

const page = (html: string, more: Partial<ShownPage> = {}): ShownPage => ({
  status: 200,
  headers: {},
  isComplete: true,
  madeFrom: 0,
  ...more,
  representation: represent(html, 'text/html'),
})

test('serves the last complete page when a render fails fully or partly, and the error if there is none', async () => {
  const pass = stopClock()
  const good = page('good', { freshUntil: performance.now() + 10_000 })
  const [part, better] = [page('part', { isComplete: false }), page('better')]
  let next = async () => good
  const cache = createPageCache(() => next())
  expect(await cache.get('/')).toBe(good)
  next = () => Promise.reject(new Error('broken'))
  expect(await cache.get('/')).toBe(good)
  pass()
  // lru-cache reads the clock once per millisecond.
  await expect.poll(() => cache.has('/')).toBe(false)
  expect(await cache.get('/')).toBe(good)
  await expect(cache.get('/other')).rejects.toThrow('broken')
  next = async () => part
  expect([await cache.get('/'), await cache.get('/other'), cache.has('/other')]).toStrictEqual([good, part, false])
  next = async () => better
  expect([await cache.get('/'), await cache.get('/other')]).toStrictEqual([better, better])
})

/** Makes a cache whose renderings wait, and the functions that end these renderings in turn. */
function slowCache() {
  const ends: ((page: ShownPage) => void)[] = []
  return { ends, ...createPageCache(() => new Promise((end) => ends.push(end))) }
}

test('renders a page once for concurrent requests, and caches none of older content', async () => {
  const { ends, get, clear } = slowCache()
  const [older, newer] = [page('older'), page('newer')]
  const first = [get('/'), get('/')]
  clear()
  const later = get('/')
  expect(ends).toHaveLength(2)
  ends[0]?.(older)
  ends[1]?.(newer)
  expect(await Promise.all([...first, later])).toStrictEqual([older, older, newer])
  expect(await get('/')).toBe(newer)
  expect(ends).toHaveLength(2)
})

test.each([{ isComplete: false }, { status: 404 }])('keeps a newer page when an older render was %j', async (more) => {
  const { ends, get, clear, has } = slowCache()
  const first = get('/')
  clear()
  const second = get('/')
  ends[1]?.(page('newer'))
  await second
  ends[0]?.(page('older', more))
  expect(await first).toMatchObject(more)
  expect(has('/')).toBe(true)
})

test('every page of the site is its own address, and is cached', () => {
  const course = createPaths({ locale: 'ar', product: 'x' }).course("a b/ؤ%'(1)*!~")
  for (const path of [course, ...sitePages(generateContent()).map((each) => each.path)])
    expect([pageAddress(path), isCachedAddress(path)]).toStrictEqual([path, true])
})

test.each([
  ['/ar?fbclid=x&utm_source=y', '/ar'],
  ['/?show=14', '/'],
  ['/courses/python?show=14', '/courses/python'],
  ['/sitemap.xml?1', '/sitemap.xml'],
  ['/courses?', '/courses'],
  ['/courses?utm_source=x&show=14', '/courses?show=14'],
  ['/courses?show=15', '/courses?show=21'],
  ['/courses?show=014', '/courses?show=14'],
  ['/courses?show=7', '/courses'],
  ['/courses?show=x', '/courses'],
  ['/courses?show=1000000000', '/courses?show=700'],
  ['/courses?show=Infinity', '/courses'],
  ['/courses?show=14&show=21', '/courses?show=14'],
  ['/ar/blogs?q=%20word%20&show=14&x=1', '/ar/blogs?show=14&q=word'],
  ['/blogs?q=%20', '/blogs'],
  ['/courses?by=start&when=upcoming&show=14&x=1', '/courses?show=14&when=upcoming&by=start'],
  ['/courses?when=soon&by=title', '/courses'],
  ['/blogs?when=upcoming', '/blogs'],
])('%s is the page at %s', (url, address) => {
  expect([pageAddress(url), pageAddress(address)]).toStrictEqual([address, address])
})

const cached = ['/ar/ugarit_news?show=70', '/course-category/python?show=21', '/courses/%D8%A7']
test.each([
  ...cached,
  ...[
    '/courses?show=77',
    '/courses?q=word',
    '/courses?show=14&q=word',
    '/courses?when=upcoming',
    '/courses?show=14&by=start',
    '/courses?tag=AI',
    '/courses/',
    '//courses',
    '/courses/.',
  ],
  ...['/courses/../blogs', '/%63ourses', '/courses/%d8%a7', '/courses/ا', '/courses/%ff', '/courses#x', '/\\courses'],
])('the page at %s is cached only in its canonical spelling, unsearched and not long', (address) => {
  expect(isCachedAddress(address)).toBe(cached.includes(address))
})

test('a page counts as one costly request for every 70 items', () => {
  expect(['/courses', '/courses?show=70', '/courses?show=77', '/courses?show=700'].map(costOf)).toEqual([1, 1, 2, 10])
})
