import { describe, expect, test } from 'vitest'
import { allowedAttributes, allowedTags, mathAttributes, mathTags } from '#contract/markup/body-elements'
import { sanitizeBody } from '#contract/markup/sanitize-body'
import { createSanitizer } from '../../../server/pages/sanitize'
import { payloads } from '../../full/hostile/payloads'
import { elementsOf, tagsOf } from '../../support/html'

const sanitize = createSanitizer('/images/')

/** HTML that only the site's own rules forbid. `payloads` has disguised scripts. */
const hostile = [
  '<img srcset="https://evil.example/a.png 1x" src="a.png">',
  ...['https://evil.example/a.png', '//evil.example/a.png', '/images/../api/get-data'].map(
    (src) => `<img src="${src}">`,
  ),
  ...['..%2fa.png', '.env', '', 'a/b.png', 'C:a.png'].map((src) => `<img src="${src}">`),
  ...['file:///etc/passwd', 'blob:https://x/1', '\u00a0javascript:x', 'page:x', '/\\evil.example'].map(
    (href) => `<a href="${href}">x</a>`,
  ),
  '<form action="https://evil.example"><input name=password><button>Go</button></form>',
  '<style>body{display:none}</style>',
  '<a href="https://example.org" target=_blank ping="https://evil.example">x</a>',
  '<p style="position:fixed;inset:0" id=root class=banner name=x>x</p>',
  '<div data-x="1" aria-hidden="true" tabindex=1 contenteditable autofocus>x</div>',
  '<dialog open>x</dialog><slot name=x></slot>',
]

test('hostile bodies are harmless after sanitising', () => {
  for (const html of [...hostile, ...payloads]) {
    const clean = sanitize(html)
    for (const { name, attributes } of elementsOf(clean)) {
      expect(['html', 'head', 'body', ...allowedTags, ...mathTags], html).toContain(name)
      const own = mathTags.includes(name) ? mathAttributes : (allowedAttributes[name] ?? [])
      const allowed = [...(allowedAttributes['*'] ?? []), ...own, 'rel', 'loading']
      expect(
        Object.keys(attributes).filter((attribute) => !allowed.includes(attribute)),
        html,
      ).toEqual([])
      const { href = '#', src = '/images/a' } = attributes
      expect(href, html).toMatch(/^(?:https?:\/\/|mailto:|tel:|#|(?![/\\]{2})[^:\\]*$)/)
      expect(src, html).toMatch(/^\/images\/[^/]+$/)
    }
    // The text of script and style elements is removed, not shown.
    if (/<(?:script|style)/i.test(html)) expect(clean, html).not.toMatch(/display:none|^alert/)
    expect(sanitize(clean), 'the same when done again').toBe(clean)
  }
})

describe('allowed content of a body', () => {
  test.each<readonly [html: string, clean: string]>([
    ['<h1>Title</h1>', '<h2 id="text-title">Title</h2>'],
    ['<h2 id="a">T</h2><h6>t</h6>', '<h2 id="text-a">T</h2><h3 id="text-t">t</h3>'],
    ['<p dir="rtl" lang="ar" title="t">نص</p>', '<p dir="rtl" lang="ar" title="t">نص</p>'],
    ['<pre><code class="python">a &lt; b</code></pre>', '<pre><code>a &lt; b</code></pre>'],
    ['<table><tr><td colspan="2" width="5">x</table>', '<table><tbody><tr><td colspan="2">x</td></tr></tbody></table>'],
    ['<td>outside of a table</td>', 'outside of a table'],
    ['<p>a<div>b</p>c', '<p>a</p><div>b<p></p>c</div>'],
    ['</div></article><p>a', '<p>a</p>'],
    ['<pre>\n\n a</pre>', '<pre>\n\n a</pre>'],
    ['<select><p>a<b></select>b', '<p>a<b>b</b></p>'],
    [
      '<ol start="3"><li><center><time datetime="2026-01-01">x</time></center></ol>',
      '<ol start="3"><li><div><time datetime="2026-01-01">x</time></div></li></ol>',
    ],
    ['a'.padEnd(2_000, '<div>'), ''],
    [`<p>${Array.from({ length: 300 }, (_, index) => `<b title=${index}>`).join('')}${'<p>a'.repeat(300)}`, ''],
    ['a & b < c', 'a &amp; b &lt; c'],
    [
      'a\ud800<img src="\udc00.png" alt="\ud800">',
      'a\ufffd<img src="/images/%EF%BF%BD.png" alt="\ufffd" loading="lazy">',
    ],
    // A link to the site itself stays as it is. A link to another site gets `rel`.
    ...[
      'mailto:a@example.org',
      'tel:+963411234567',
      '/courses/a',
      '#top',
      'page',
      '../a.html',
      './صفحة',
      '?show=14',
    ].map((href) => [`<a href="${href}">x</a>`, `<a href="${href}">x</a>`] as const),
    [
      '<a href="HTTP://EXAMPLE.ORG/?b=1&amp;c">x</a>',
      '<a href="HTTP://EXAMPLE.ORG/?b=1&amp;c" rel="noopener noreferrer">x</a>',
    ],
  ])('%s becomes %s', (html, clean) => {
    expect(sanitize(html)).toBe(clean)
  })

  test('a body that takes too much work is left out, and the reason is told', () => {
    const told: unknown[] = []
    const sanitizeAndTell = createSanitizer('/images/', (error) => told.push(error))
    const bodies = [
      '<div>'.repeat(100_000),
      '<h3></h3><h6></h6>'.repeat(20_000),
      '<div>'.repeat(300),
      // Each paragraph opens the unclosed element again, with its long title.
      `<p><b title="${'x'.repeat(10_000)}"></p>${'<p>a</p>'.repeat(2_000)}`,
      'x'.repeat(1_000_001),
    ]
    expect(bodies.map((html) => sanitizeAndTell(html))).toStrictEqual(['', '', '', '', ''])
    expect(told.map(String)).toStrictEqual([
      'BodyError: more than 512 elements open at once',
      'BodyError: more than 20000 elements and texts',
      'BodyError: elements nested deeper than 256 levels',
      'BodyError: more than 1000000 characters',
      'BodyError: more than 1000000 characters',
    ])
  })

  test('a long body is read in few rounds', () => {
    let rounds = 0
    /** Reads another body in each round, as a parser does that always finds something to correct. */
    const parse = () => {
      rounds++
      const text = { nodeName: '#text', value: String(rounds) }
      return { nodeName: 'div', childNodes: Array(15_000).fill(text) }
    }
    expect(() => sanitizeBody('', '/images/', parse)).toThrow('more than 60000 elements and texts in 4 rounds')
    expect(rounds).toBe(4)
  })

  test.each([
    ['a b.png', '/images/a%20b.png'],
    ['/images/صورة.webp', `/images/${encodeURIComponent('صورة.webp')}`],
    ['images/a.png', '/images/a.png'],
    ['100%.png', '/images/100%25.png'],
    ['%D8%A7.png', '/images/%D8%A7.png'],
    ['a.png', 'https://cdn.example.org/i/a.png'],
    ['https://cdn.example.org/i/a.png', 'https://cdn.example.org/i/a.png'],
  ])('the picture %s is %s below the image base', (given, src) => {
    const sanitizeBelow = createSanitizer(src.replace(/[^/]*$/, ''))
    const clean = sanitizeBelow(`<img src="${given}"><img src="${given}" alt="A" width="10" sizes="1px">`)
    const picture = { src, alt: '', loading: 'lazy' }
    expect(tagsOf(clean, 'img')).toEqual([picture, { ...picture, alt: 'A', width: '10' }])
  })
})
