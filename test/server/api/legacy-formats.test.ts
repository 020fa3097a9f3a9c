import { expect, test } from 'vitest'
import { legacyFormats } from '#contract/legacy-formats'
import { operationNames } from '#contract/operations'
import { currentBuild } from '../../../scripts/site-build'
import { check } from '../../contract-check/run'
import { sharedApp, startApp } from '../../support/app'
import { tagsOf } from '../../support/html'
import { legacyContent } from '../../support/legacy-content'
import { sitePagesInTurn } from '../../support/site-pages'
import { call, operationRows } from './operation-rows'

const content = legacyContent()
const right = sharedApp({ content })
const other = sharedApp({ content, config: { scenarios: ['php-habits'] } })

/** Returns the visible content of a page, without its pictures. */
function shownOf(html: string): string {
  return html.slice(html.indexOf('<header'), html.lastIndexOf('</footer>')).replace(/<img[^>]*>/g, '')
}

test('an API with the formats of real back ends is shown as one that keeps the contract, pictures included', async () => {
  const pagesOf = (baseUrl: string) =>
    startApp({ distDir: currentBuild(), config: { baseUrl, imageBase: `${baseUrl}/images/` } })
  const [expected, given] = [await pagesOf(right.url), await pagesOf(other.url)]
  const pictures = new Set<string>()
  for (const { path, status } of sitePagesInTurn(content)) {
    const [wanted, answer] = [await expected.request.get(path), await given.request.get(path)]
    expect([path, wanted.status, answer.status]).toEqual([path, status, status])
    expect(shownOf(answer.text), path).toBe(shownOf(wanted.text))
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toMatch(new RegExp(`img-src [^;]*${other.url}.*connect-src 'self' ${other.url}`))
    expect(tagsOf(answer.text, 'img').length).toBe(tagsOf(wanted.text, 'img').length)
    for (const { src = '' } of tagsOf(answer.text, 'img')) if (!src.startsWith('/assets/')) pictures.add(src)
  }
  expect(pictures.size).toBeGreaterThan(3)
  for (const src of pictures) expect((await fetch(src)).headers.get('content-type'), src).toMatch(/^image\//)
})

test('an API with the formats of real back ends is passed on in the contract’s form with UPSTREAM, which logs each format', async () => {
  const { request, lines } = await startApp({ config: { upstream: other.url, logLevel: 'warn' } })
  for (const name of operationNames)
    for (const { payload } of operationRows(content, 'ugarit')[name].slice(0, 3)) {
      const { headers } = await call(request, name, payload).expect(200)
      expect([name, headers['x-answered-by']]).toEqual([name, 'upstream'])
    }
  const { body } = await call(request, 'courseById', { slug: content.courses[1]?.slug }).expect(200)
  expect(body.data).toMatchObject({ count: 13, tags: ['Tag 1', 'Python'] })
  const log = expect.poll(() => lines.map(({ msg }) => msg).join())
  await log.toMatch(/course \/data\/count: expected a number, found a number as text: the string/)
  await log.toMatch(/blog \/data: expected an object, found one item as a list of one/)
  await log.toMatch(/homeData \/data\/0\/team: expected a list, found null for an empty list/)
})

test('an API with the formats of real back ends has a warning of the contract check for each, and no drift', async () => {
  const { verdict, warnings } = await check(other.url)
  // `test/contract-check/frameworks.test.ts` has back ends with the others.
  const { text, reference, nested, 'other-date': date, 'picture-path': path, ...ofPhp } = legacyFormats
  const named = new Set(warnings.map(({ format }) => format))
  expect([verdict, named]).toEqual(['holds', new Set(Object.values(ofPhp).map(({ name }) => name))])
})
