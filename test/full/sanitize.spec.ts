import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { currentBuild } from '../../scripts/builds'
import { createSanitizer } from '../../server/pages/sanitize'
import { expect, once, test } from '../site/fixtures'
import { languages, takenOver } from '../site/page'
import { startDataApi } from '../support/http-server'
import { firstOf } from '../support/site-pages'
import { payloads } from './hostile/payloads'

const sanitize = createSanitizer('/images/')

/** Malformed HTML, which parsers repair in different ways. */
const malformed = [
  '<img src="data:,123"><audio src="data:,456"></audio><video src="data:,789"></video><source src="data:,012"><div src="data:,345">',
  '</div></article></main></body></html><p>after',
  '<p>a<div>b</p>c',
  '<b>a<p>b</b>c</p>',
  '<a href="/a">a<table><tr><td><a href="/b">b</a></table>c</a>',
  '<table>a<tr>b<td>c</tr><p>d</table>',
  '<td>a<tr>b',
  '<p><button><p>a</p></button></p>',
  '<ul><li>a<li>b<ul><li>c</ul></ul>',
  '<h2>a<h3>b</h2>c</h3>',
  '<pre>\n\na</pre><pre><b>\n\na</b></pre>',
  '<select><option>a<p>b<b>c</select>d',
  '<select><div><b>a</div><textarea></select>b</textarea>c',
  '<form><input name=childNodes><input name=nodeName><input name=attributes></form>a',
  '<noscript><b>a</noscript>b',
  '<svg><p>a</svg>b<math><mi><b>c</math>d',
  '<template><b>a</template>b',
  '<frameset><frame>',
  '<bdi>a<bdi>b</bdi>c</bdi>',
  '<p title="</p><b>">a</p>',
  'a\0b\rc\r\nd&nbsp;&notit;&#0;&#x80;',
  `${'<div>'.repeat(1_000)}a`,
  `${'<b><x>'.repeat(600)}a${'</b>'.repeat(300)}b<i>c`,
  `<p>${Array.from({ length: 60 }, (_, index) => `<b title=${index}>`).join('')}${'<p>a'.repeat(60)}`,
  '<b>'.repeat(5),
]

const tags =
  'a abbr address article aside audio b base bdi big blockquote body br button caption center cite code col colgroup dd details dialog dir div dl dt em embed fieldset figure font form frame frameset h1 h2 h3 h6 head hr html i iframe image img input keygen li link listing main marquee math menu menuitem meta mi mtext nobr noembed noframes noscript object ol optgroup option p param plaintext pre q rb rp rt rtc ruby s script search section select selectedcontent slot small source span strike strong style sub summary sup svg foreignObject desc title table tbody td template textarea tfoot th thead time tr track tt u ul var video wbr xmp x-y'.split(
    ' ',
  )
const attributes = ['href="/a"', 'href=javascript:alert(1)', 'src=a.png', 'title="<b>"', "dir='rtl'", 'class=a', 'alt']
const tag = fc.constantFrom(...tags)
const body = fc
  .array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.tuple(tag, fc.subarray(attributes)).map(([name, all]) => `<${[name, ...all].join(' ')}>`),
      },
      { weight: 3, arbitrary: tag.map((name) => `</${name}>`) },
      { weight: 2, arbitrary: fc.constantFrom('a', ' ', '\n', '<', '&', '&lt;', '\u00a0', '"', 'أ', '\0') },
      { weight: 1, arbitrary: fc.constantFrom('<!--', '-->', '<![CDATA[', ']]>', '<?', '</', '<!doctype html>', '/>') },
    ),
    { maxLength: 25, size: 'max' },
  )
  .map((parts) => parts.join(''))

/** The server's output for a body. Browsers do not serialise the first line break of a `pre`, although they drop it when parsing. */
function expectedOf(html: string): { html: string; safe: string; held: string } {
  const safe = sanitize(html)
  return { html, safe, held: safe.replace(/(<pre[^>]*>)\n/g, '$1') }
}

test.describe('without the policy', () => {
  // Parsing a style attribute would be a violation.
  test.use({ bypassCSP: true })

  test(
    'server and browser sanitize hostile, malformed and generated bodies to the same HTML and the same DOM',
    once,
    async ({ page }) => {
      const manifest = readFileSync(join(currentBuild(), 'client/.vite/manifest.json'), 'utf8')
      const chunks = Object.entries<{ file: string }>(JSON.parse(manifest))
      const [, { file }] = firstOf(chunks, ([key]) => key.endsWith('content/sanitize.ts'))
      await page.goto('/contact-us')
      /** The browser's output for bodies, and that output after a round trip through a `div`. */
      const inBrowser = (bodies: string[]) =>
        page.evaluate(
          async ({ path, all }) => {
            const { sanitize } = await import(path)
            return all.map((html) => {
              const safe: string = sanitize('/images/', html)
              const box = document.createElement('div')
              box.innerHTML = safe
              return { html, safe, held: box.innerHTML }
            })
          },
          { path: `/${file}`, all: bodies },
        )
      await fc.assert(
        fc.asyncProperty(fc.array(body, { minLength: 1, maxLength: 50 }), async (bodies) => {
          expect(await inBrowser(bodies)).toStrictEqual(bodies.map(expectedOf))
        }),
        { numRuns: 200, examples: [[[...payloads, ...malformed]]] },
      )
    },
  )
})

test('hydration accepts any malformed body', once, async ({ page, complaints, serve }) => {
  const titles = { en: 'A link here', ar: 'عنوان رابط' }
  const api = await startDataApi((name, slug) => {
    // Markup in the plain fields too.
    const blogs = malformed.map((body, index) => ({
      slug: `b${index}`,
      en_title: 'A <a href="https://example.org">link</a> here',
      ar_title: 'عنوان <a href="https://example.org">رابط</a>',
      en_author: 'Author <img src=x>',
      ar_author: '<img src=x>كاتب',
      ...{ en_body: body, ar_body: body, tags: [] },
      ...{ link: 'https://example.org/a', registration_link: 'https://example.org/b' },
    }))
    if (name === 'homeData')
      return [{ courses: [], courses_categories: [], blogs, events: [], news: [], team: [], goals: {} }]
    return name === 'blog' ? blogs.find((blog) => blog.slug === slug) : []
  })
  const { address } = await serve({ BASE_URL: api.url })
  // Each hydration writes this key again, which `takenOver` waits for.
  await page.addInitScript(() => localStorage.removeItem('lang'))
  for (const [index, body] of malformed.entries()) {
    const { locale, paths } = firstOf(languages.slice(index % 2))
    await page.goto(address + paths.blog(`b${index}`))
    const prose = page.locator('.prose')
    const held = () => prose.evaluateAll((all) => all.map(({ innerHTML }) => innerHTML))
    const before = await held()
    await takenOver(page)
    expect({ body, complaints, held: await held() }).toEqual({ body, complaints: [], held: before })
    // Elements after the body must not end up inside it.
    await expect(prose.locator('.detail-end, .detail-register')).toHaveCount(0)
    await expect(page.locator('article.detail > .detail-register')).toHaveCount(1)
    await expect(page.locator('h1')).toHaveText(titles[locale])
  }
  await api.stop()
})
