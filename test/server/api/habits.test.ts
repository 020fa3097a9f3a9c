import { expect, test } from 'vitest'
import { operationNames } from '#contract/operations'
import { currentBuild } from '../../../scripts/builds'
import { sharedApp, startApp } from '../../support/app'
import { habitualContent } from '../../support/habitual'
import { tagsOf, textOf } from '../../support/html'
import { sitePagesInTurn } from '../../support/site-pages'
import { call, operationRows } from './operation-rows'

const content = habitualContent()
const right = sharedApp({ content })
const other = sharedApp({ content, config: { scenarios: ['php-habits'] } })

/** The visible content of a page, without its pictures. */
function shownOf(html: string): string {
  return html.slice(html.indexOf('<header'), html.lastIndexOf('</footer>')).replace(/<img[^>]*>/g, '')
}

test('an API with the formats of real back ends is shown as one that keeps the contract, hours, tags and pictures included', async () => {
  const pagesOf = (baseUrl: string) =>
    startApp({ distDir: currentBuild(), config: { baseUrl, imageBase: `${baseUrl}/images/` } })
  const [expected, given] = [await pagesOf(right.url), await pagesOf(other.url)]
  const seen = new Set<string>()
  for (const { path, status } of sitePagesInTurn(content)) {
    const [wanted, answer] = [await expected.request.get(path), await given.request.get(path)]
    const { text } = wanted
    expect([path, wanted.status, answer.status]).toEqual([path, status, status])
    expect(shownOf(answer.text), path).toBe(shownOf(text))
    const pictures = tagsOf(answer.text, 'img').map(({ src = '' }) => src)
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toMatch(new RegExp(`img-src [^;]*${other.url}`))
    expect(policy).toContain(`connect-src 'self' ${other.url}`)
    expect(pictures.length).toBe(tagsOf(text, 'img').length)
    for (const src of pictures.filter((each) => !each.startsWith('/assets/'))) seen.add(src)
  }
  expect(seen.size).toBeGreaterThan(3)
  for (const src of seen) expect((await fetch(src)).headers.get('content-type'), src).toMatch(/^image\//)
  const [, course] = content.courses
  const { text } = await given.request.get(`/courses/${course?.slug}`)
  expect(textOf(text, 'h1')).toBe(course?.en_title)
  for (const shown of ['13', 'Tag 1', '11/01/2027 18:30:00']) expect(text).toContain(shown)
})

test('an API with the formats of real back ends is passed on in the contract’s form with UPSTREAM, which logs each format', async () => {
  const { request, lines } = await startApp({ config: { upstream: other.url, logLevel: 'warn' } })
  for (const name of operationNames)
    for (const { payload } of operationRows(content, 'ugarit')[name].slice(0, 3))
      expect([name, (await call(request, name, payload).expect(200)).headers['x-answered-by']]).toEqual([
        name,
        'upstream',
      ])
  const { body } = await call(request, 'courseById', { slug: content.courses[1]?.slug }).expect(200)
  expect(body.data).toMatchObject({ count: 13, tags: ['Tag 1', 'Python'] })
  const log = expect.poll(() => lines.map(({ msg }) => msg).join())
  await log.toMatch(/course \/data\/count: expected a number, found a number as text: the string/)
  await log.toMatch(/blog \/data: expected an object, found one item as a list of one/)
  await log.toMatch(/homeData \/data\/0\/team: expected a list, found null for an empty list/)
})
