import { describe, expect, test } from 'vitest'
import { allowedAttributes, allowedTags } from '#markup/sanitize-body'
import { createSanitizer } from '../../../server/pages/sanitize'
import { payloads } from '../../full/hostile/payloads'
import { elementsOf, tagsOf } from '../../support/html'

const sanitize = createSanitizer('/images/')

/** Forbidden by the site's own rules alone; `payloads` has the scripts in disguise. */
const hostile = [
  '<img srcset="https://evil.example/a.png 1x" src="a.png">',
  '<img src="https://evil.example/pixel.png">',
  '<img src="//evil.example/pixel.png">',
  '<img src="/images/../api/get-data">',
  ...['..%2fa.png', '.env', '', 'a/b.png', 'C:a.png'].map((src) => `<img src="${src}">`),
  '<iframe src="https://evil.example"></iframe>',
  '<form action="https://evil.example"><input name=password><button>Go</button></form>',
  '<style>body{display:none}</style>',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<meta http-equiv=refresh content="0;url=https://evil.example">',
  '<base href="https://evil.example/">',
  '<a href="file:///etc/passwd">x</a>',
  '<a href="blob:https://x/1">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="\\\\evil.example">x</a>',
  '<a href="\u00a0javascript:x">x</a>',
  '<a href="page:x">x</a>',
  '<a href="/\\evil.example">x</a>',
  '<a href="https://example.org" target=_blank ping="https://evil.example">x</a>',
  '<p style="position:fixed;inset:0" id=root class=banner name=x>x</p>',
  '<p id="hydration">x</p><a name="baseUrl">y</a>',
  '<div data-x="1" aria-hidden="true" tabindex=1 contenteditable autofocus>x</div>',
  '<dialog open>x</dialog><slot name=x></slot>',
  '<a href="https://example.org',
]

test('hostile bodies are harmless after sanitising', () => {
  for (const html of [...hostile, ...payloads]) {
    const clean = sanitize(html)
    for (const { name, attributes } of elementsOf(clean)) {
      expect(['html', 'head', 'body', ...allowedTags], html).toContain(name)
      const allowed = [...(allowedAttributes['*'] ?? []), ...(allowedAttributes[name] ?? []), 'rel', 'loading']
      expect(
        Object.keys(attributes).filter((attribute) => !allowed.includes(attribute)),
        html,
      ).toEqual([])
      const { href = '#', src = '/images/a' } = attributes
      expect(href, html).toMatch(/^(?:https?:\/\/|mailto:|tel:|#|\/(?![/\\])|[\w-]+$)/)
      expect(src, html).toMatch(/^\/images\/[^/]+$/)
    }
    // The text of script and style elements is removed, not shown.
    if (/<(?:script|style)/i.test(html)) expect(clean, html).not.toMatch(/display:none|^alert/)
    expect(sanitize(clean), 'the same when done again').toBe(clean)
  }
})

describe('allowed content of a body', () => {
  test.each<readonly [html: string, clean: string]>([
    ['<h1>Title</h1>', '<h2>Title</h2>'],
    ['<h2 id="a">T</h2><h6>t</h6>', '<h2>T</h2><h3>t</h3>'],
    ['<p dir="rtl" lang="ar" title="t">نص</p>', '<p dir="rtl" lang="ar" title="t">نص</p>'],
    ['<ol start="3"><li>x</li></ol>', '<ol start="3"><li>x</li></ol>'],
    ['<pre><code class="python">a &lt; b</code></pre>', '<pre><code>a &lt; b</code></pre>'],
    ['<table><tr><td colspan="2" width="5">x</table>', '<table><tbody><tr><td colspan="2">x</td></tr></tbody></table>'],
    ['<td>outside of a table</td>', 'outside of a table'],
    ['<p>a<div>b</p>c', '<p>a</p><div>b<p></p>c</div>'],
    ['<p><button><p>a</p></button></p>', '<p></p><p>a</p><p></p>'],
    ['</div></article><p>a', '<p>a</p>'],
    ['<pre>\n\n a</pre>', '<pre>\n\n a</pre>'],
    ['<select><p>a<b></select>b', '<p>a<b>b</b></p>'],
    ['a'.padEnd(2_000, '<div>'), ''],
    [`<p>${Array.from({ length: 300 }, (_, index) => `<b title=${index}>`).join('')}${'<p>a'.repeat(300)}`, ''],
    ['a & b < c', 'a &amp; b &lt; c'],
    ['<time datetime="2026-01-01">x</time>', '<time datetime="2026-01-01">x</time>'],
    ['<center>kept text</center>', 'kept text'],
    ['', ''],
    // A link stays; one to another site gets rel.
    ...['mailto:a@example.org', 'tel:+963411234567', '/courses/a', '#part', 'page', '?show=14'].map(
      (href) => [`<a href="${href}">x</a>`, `<a href="${href}">x</a>`] as const,
    ),
    ...['https://example.org/a?b=1&amp;c', 'HTTP://EXAMPLE.ORG'].map(
      (href) => [`<a href="${href}">x</a>`, `<a href="${href}" rel="noopener noreferrer">x</a>`] as const,
    ),
  ])('%s becomes %s', (html, clean) => {
    expect(sanitize(html)).toBe(clean)
  })

  test.each([
    ['<img src="a b.png" alt="A" width="10">', 'a%20b.png'],
    ['<img src="/images/صورة.webp">', encodeURIComponent('صورة.webp')],
    ['<img src="images/a.png">', 'a.png'],
    ['<img src="100%.png">', '100%25.png'],
    ['<img src="%D8%A7.png">', '%D8%A7.png'],
  ])('%s is a picture of the image base', (html, name) => {
    const picture = { src: `/images/${name}`, alt: expect.any(String), loading: 'lazy' }
    expect(tagsOf(sanitize(html), 'img')).toMatchObject([picture])
  })

  test('with an image base elsewhere, pictures come from there', () => {
    const elsewhere = createSanitizer('https://cdn.example.org/i/')
    for (const src of ['a.png', 'https://cdn.example.org/i/a.png']) {
      expect(tagsOf(elsewhere(`<img src="${src}">`), 'img')[0]?.src).toBe('https://cdn.example.org/i/a.png')
    }
    expect(elsewhere('<img src="https://cdn.example.org/other/a.png">')).toBe('')
  })
})
