import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import type { BodyContext } from '#contract/markup/finish-body'
import { currentBuild } from '../../scripts/site-build'
import { createSanitizer } from '../../server/pages/sanitize'
import { expect, once, test } from '../site/fixtures'
import { editorTexts } from '../support/editor-texts'
import { firstOf } from '../support/site-pages'
import { payloads } from './hostile/payloads'

const sanitize = createSanitizer('/images/')

const tags =
  'a abbr address annotation annotation-xml article aside audio b base bdi big blockquote body br button caption center cite code col colgroup dd details dialog dir div dl dt em embed fieldset figure font form frame frameset h1 h2 h3 h6 head hr html i iframe image img input keygen li link listing main marquee math menu menuitem meta mglyph mi mrow mspace mtable mtd mtext mtr nobr noembed noframes noscript object oembed ol optgroup option p param plaintext pre q rb rp rt rtc ruby s script search section select selectedcontent semantics slot small source span strike strong style sub summary sup svg foreignObject desc title table tbody td template textarea tfoot th thead time tr track tt u ul var video wbr xmp x-y'.split(
    ' ',
  )
const attributes = [
  'href="/a"',
  'id=a',
  'href=#a',
  'name=a',
  'src=//a.example',
  'href=javascript:alert(1)',
  'src=a.png',
  'title="<b>"',
  "dir='rtl'",
  'class=a',
  'alt',
]
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

const context: BodyContext = { path: '/ar/courses/a', locale: 'ar' }

/** Returns the server's output for a body (`safe`). `held` lacks a `pre`'s first line break, which browsers do not serialise. */
function expectedOf(html: string): { html: string; safe: string; held: string } {
  const safe = sanitize(html, context)
  return { html, safe, held: safe.replace(/(<pre[^>]*>)\n/g, '$1') }
}

/** The path of the browser's sanitiser in the build. */
function sanitizerPath(): string {
  const manifest = readFileSync(join(currentBuild(), 'client/.vite/manifest.json'), 'utf8')
  const chunks = Object.entries<{ file: string }>(JSON.parse(manifest))
  const [, { file }] = firstOf(chunks, ([key]) => key.endsWith('sanitize.ts'))
  return `/${file}`
}

// Bypasses the policy, because parsing a style attribute would violate it.
test.use({ bypassCSP: true })

test('server and browser make the same HTML and the same DOM of any body', once, async ({ page }) => {
  await page.goto('/contact-us')
  /** Returns the browser's output for bodies, and that output after a round trip through a `div`. */
  const inBrowser = (bodies: string[]) =>
    page.evaluate(
      async ({ path, all, shownOn }) => {
        const { sanitize } = await import(path)
        return all.map((html) => {
          const safe: string = sanitize('/images/', html, shownOn)
          const box = document.createElement('div')
          box.innerHTML = safe
          return { html, safe, held: box.innerHTML }
        })
      },
      { path: sanitizerPath(), all: bodies, shownOn: context },
    )
  await fc.assert(
    fc.asyncProperty(fc.array(body, { minLength: 1, maxLength: 50 }), async (bodies) => {
      expect(await inBrowser(bodies)).toStrictEqual(bodies.map(expectedOf))
    }),
    { numRuns: 200, examples: [[[...payloads]], [editorTexts.map(({ html }) => html)]] },
  )
})

/** Bodies whose unclosed formatting elements a parser opens again in each block. The parser does not read some of their end tags. */
const endless: Record<string, string> = {
  'in blocks': unclosed((index) => `<b title=${index}>`),
  'with end tags in comments': unclosed((index) => `<b title=${index}><!--</b>-->`),
  'with end tags in objects': unclosed((index) => `<b title=${index}><object></b></object>`),
  'with end tags in attributes': unclosed((index) => `<b title=${index}><q title=">" lang="</b>">`),
  'in svg': `<svg>${unclosed((index) => `<style><i a="</style><i x='"><b title=${index}><q y='</b>'>`)}`,
  'around a table': `<table>${'x<b>'.repeat(20_000)}`,
}

function unclosed(tag: (index: number) => string): string {
  const count = 1_000
  return `<div>${Array.from({ length: count }, (_, index) => tag(index)).join('')}</div>${'<p>x</p>'.repeat(count)}`
}

test('a body that a browser would parse for minutes is left out', once, async ({ page }) => {
  await page.goto('/contact-us')
  const path = sanitizerPath()
  for (const [name, html] of Object.entries(endless)) {
    const shown = await page.evaluate(
      async ([file = '', body = '']) => (await import(file)).sanitize('/images/', body) as string,
      [path, html],
    )
    expect(shown, name).toBe('')
    expect(sanitize(html), name).toBe('')
  }
})
