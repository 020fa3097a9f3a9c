import { expect, test } from 'vitest'
import { createPaths } from '#contract/paths'
import { represent } from '../../../server/http/representation'
import { costOf, createPageCache, isCachedAddress, pageAddress, type ShownPage } from '../../../server/pages/page-cache'
import { stopClock } from '../../support/clock'
import { generateContent } from '../../support/generated-content'
import { sitePages } from '../../support/site-pages'

const page = (html: string, more: Partial<ShownPage> = {}): ShownPage => ({
  ...{ status: 200, headers: {}, isWhole: true, madeFrom: 0, ...more },
  representation: represent(html, 'text/html'),
})

test('serves the last complete page when a render fails fully or partly, and the error if there is none', async () => {
  const pass = stopClock()
  const good = page('good', { freshUntil: Date.now() + 10_000 })
  const [part, better] = [page('part', { isWhole: false }), page('better')]
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

test('renders a page once for concurrent requests, and caches none of older content', async () => {
  let content = 1
  const finish: (() => void)[] = []
  const cache = createPageCache(async () => {
    const html = `of content ${content}`
    await new Promise<void>((done) => finish.push(done))
    return page(html)
  })
  const ask = async () => String(((await cache.get('/')) as ShownPage).representation.body)
  const first = [ask(), ask()]
  expect(finish).toHaveLength(1)
  content = 2
  cache.clear()
  const later = ask()
  expect(finish).toHaveLength(2)
  for (const done of finish) done()
  expect(await Promise.all([...first, later])).toStrictEqual(['of content 1', 'of content 1', 'of content 2'])
  expect(await ask()).toBe('of content 2')
  expect(finish).toHaveLength(2)
})

test('keeps a page of newer content when a slower render of older content was incomplete or a 404', async () => {
  for (const more of [{ isWhole: false }, { status: 404 }]) {
    let finish = (_: ShownPage): void => undefined
    let next = new Promise<ShownPage>((done) => {
      finish = done
    })
    const cache = createPageCache(() => next)
    const first = cache.get('/')
    cache.clear()
    const newer = page('newer')
    next = Promise.resolve(newer)
    expect(await cache.get('/')).toBe(newer)
    finish(page('older', more))
    expect(await first).toMatchObject(more)
    expect(cache.has('/')).toBe(true)
  }
})

test('every page of the site is its own address, and is cached', () => {
  for (const { path } of sitePages(generateContent()))
    expect([pageAddress(path), isCachedAddress(path)]).toStrictEqual([path, true])
  expect(isCachedAddress(createPaths({ locale: 'ar', product: 'x' }).course("a b/ؤ%'(1)*!~"))).toBe(true)
})

test.each([
  ['/?utm_source=x', '/'],
  ['/ar?fbclid=x&utm_source=y', '/ar'],
  ['/?show=14', '/'],
  ['/courses/python?show=14', '/courses/python'],
  ['/sitemap.xml?1', '/sitemap.xml'],
  ['/calendar.ics?x=1', '/calendar.ics'],
  ['/courses?', '/courses'],
  ['/courses?utm_source=x&show=14', '/courses?show=14'],
  ['/courses?show=15', '/courses?show=21'],
  ['/courses?show=014', '/courses?show=14'],
  ['/courses?show=7', '/courses'],
  ['/courses?show=x', '/courses'],
  ['/courses?show=1e99', '/courses?show=700'],
  ['/courses?show=1000000000', '/courses?show=700'],
  ['/courses?show=Infinity', '/courses'],
  ['/courses?show=14&show=21', '/courses?show=14'],
  ['/ar/blogs?q=%20word%20&show=14&x=1', '/ar/blogs?show=14&q=word'],
  ['/blogs?q=%20', '/blogs'],
])('%s is the page at %s', (url, address) => {
  expect(pageAddress(url)).toBe(address)
  expect(pageAddress(address)).toBe(address)
})

const cached = ['/courses?show=14', '/ar/ugarit_news?show=70', '/course-category/python?show=21', '/courses/%D8%A7']
test.each([
  ...cached,
  ...['/courses?show=77', '/courses?q=word', '/courses?show=14&q=word', '/courses/', '//courses', '/courses//'],
  ...['/courses/.', '/courses/../blogs', '/%63ourses', '/courses/%d8%a7', '/courses/ا', '/courses/%ff', '/courses#x'],
  ...['/\\courses', ''],
])('the page at %s is cached only in its canonical spelling, unsearched and not long', (address) => {
  expect(isCachedAddress(address)).toBe(cached.includes(address))
})

test.each([
  ['/courses', 1],
  ['/courses?show=70', 1],
  ['/courses?show=77', 2],
  ['/courses?show=700', 10],
])('the page at %s counts as %i costly requests', (address, cost) => {
  expect(costOf(address)).toBe(cost)
})
