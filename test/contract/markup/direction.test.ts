import { describe, expect, test } from 'vitest'
import { isolate } from '#content/localize'
import { partsToIsolate } from '#contract/markup/direction'
import { createSanitizer } from '../../../server/pages/sanitize'

const sanitize = createSanitizer('/images/')
const inArabic = (html: string) => sanitize(html, { path: '/ar/courses/a', locale: 'ar' })

test.each([
  ['اتصل على +963 944 123 456 الآن', ['+963 944 123 456']],
  ['هاتف: (041) 245 6780، أو 0944-123-456.', ['(041) 245 6780', '0944-123-456']],
  ['نتعلّم C++ وF# و.NET.', ['C++', 'F#', '.NET']],
  ['الدالة print() والملف /etc/hosts', ['print()', '/etc/hosts']],
  ['الرابط https://a.example/b/ هنا', ['https://a.example/b/']],
  ['https://a.example/b/', ['https://a.example/b/']],
  [
    'انظر https://ar.example/wiki/ذكاء_اصطناعي. ثم (https://a.example/ذكاء/en)، و«http://b.example/c?d=1»',
    ['https://ar.example/wiki/ذكاء_اصطناعي', 'https://a.example/ذكاء/en'],
  ],
  ['الرابط https://a.example/b_(c)', ['https://a.example/b_(c)']],
  ['تابع @ugarit_ai و#Python3', ['@ugarit_ai', '#Python3']],
  ['قال: Hello, world! ثم ذهب', ['Hello, world!']],
  ['«All you need is attention.» ورقة', ['All you need is attention.']],
  ['يبدأ في 2026-11-27 صباحًا', ['2026-11-27']],
  ['لغتا (C++) وJava، و"C#"', ['C++', 'C#']],
  // The Unicode Bidirectional Algorithm paints these as they are written.
  ['نتعلّم Python وVisual Studio Code 2022 وnode.js.', []],
  ['من 10 إلى 20، أي 10-20، أو 2020 - 2026', []],
  ['مكتبة NumPy. ثم (Pandas)', []],
  ['بريد info@ugarit.example', []],
  ['نص عربي', []],
])('%s: %j are isolated', (text, isolated) => {
  const parts = partsToIsolate(text)
  expect(parts.filter((_, position) => position % 2)).toStrictEqual(isolated)
  expect(parts.join('')).toBe(text)
})

describe('in an Arabic body', () => {
  test.each([
    [
      '<p>هاتف <a href="tel:+963">+963 944 123 456</a></p>',
      '<p>هاتف <a href="tel:+963"><bdi dir="ltr">+963 944 123 456</bdi></a></p>',
    ],
    ['<p>لغة C++ &amp; F# هنا</p>', '<p>لغة <bdi dir="ltr">C++ &amp; F#</bdi> هنا</p>'],
    ['<p>All you need.</p>', '<p class="foreign">All you need.</p>'],
    [
      '<ul><li>All <b>you</b> need.<ul><li>نص</li></ul></li></ul>',
      '<ul><li class="foreign">All <b>you</b> need.<ul><li>نص</li></ul></li></ul>',
    ],
    ['<td>x<table><td>C++</table>', 'x<table><tbody><tr><td class="foreign">C++</td></tr></tbody></table>'],
    ['<p dir="rtl">Use C++.</p>', '<p class="foreign">Use C++.</p>'],
    ['<p dir="ltr">لغة C++ هنا.</p>', '<p>لغة <bdi dir="ltr">C++</bdi> هنا.</p>'],
    ['<p dir="rtl">C++ هنا</p>', '<p dir="rtl"><bdi dir="ltr">C++</bdi> هنا</p>'],
    ['<p>Python لغة</p>', '<p>Python لغة</p>'],
    // Windows puts this sign before texts. It is no letter.
    ['<p dir="ltr">\ufeffAll you need.</p>', '<p dir="ltr">\ufeffAll you need.</p>'],
    ['<p>\ufeffAll you need.</p>', '<p class="foreign">\ufeffAll you need.</p>'],
    ['<p>+963 944 123 456</p>', '<p><bdi dir="ltr">+963 944 123 456</bdi></p>'],
    ['<pre>a++ نص</pre><p>نص <code>a++</code></p>', '<pre>a++ نص</pre><p>نص <code>a++</code></p>'],
    ['<p>تعلّم <b>Modern</b> C++ هنا</p>', '<p>تعلّم <b>Modern</b> C++ هنا</p>'],
    // Spaces between blocks are left out, those between words and in code stay.
    [
      '<h2 id="a">نص</h2>\n<ul>\n<li>نص\n<b>نص</b> <i>نص</i></li>\n</ul>\n<pre>\n\n<code>a\n\nb</code>\n</pre>\n<p>نص</p>&nbsp;<p>نص</p>',
      '<h2 id="text-a">نص</h2><ul><li>نص\n<b>نص</b> <i>نص</i></li></ul><pre>\n\n<code>a\n\nb</code>\n</pre><p>نص</p>&nbsp;<p>نص</p>',
    ],
  ])('%s is %s', (html, shown) => {
    expect(inArabic(html)).toBe(shown)
  })

  test('links to a part of a body lead to its id on the page', () => {
    const parts = ['/ar/blogs/e#f', '/blogs/e?g#text-h', '#i', 'b#related', '/courses#main', '/ar/who-we-are#team']
    const found = inArabic(`<i id="i"></i>${parts.map((href) => `<a href="${href}">k</a>`).join('')}`)
    expect(Array.from(found.matchAll(/href="([^"]*)"/g), ([, href]) => href)).toStrictEqual([
      ...['/ar/blogs/e#text-f', '/blogs/e?g#text-h', '#text-i', '/ar/courses/b#related', '/courses#main'],
      '/ar/who-we-are#team',
    ])
  })

  test('links are resolved against the path of the page', () => {
    const hrefs = ['b', './b?c=1&amp;d', '../blogs/e', '?f=1', '/g', 'https://h.example', 'mailto:i@j.example', '#top']
    const found = inArabic(hrefs.map((href) => `<a href="${href}">k</a>`).join('')).matchAll(/href="([^"]*)"/g)
    expect(Array.from(found, ([, href]) => href)).toStrictEqual([
      ...['/ar/courses/b', '/ar/courses/b?c=1&amp;d', '/ar/blogs/e', '/ar/courses/a?f=1', '/g', 'https://h.example'],
      ...['mailto:i@j.example', '#top'],
    ])
  })
})

test('a block of Arabic in an English body is read from right to left', () => {
  const html = sanitize('<p>Say:</p><p>مرحبا&nbsp;&amp;!</p>', { path: '/', locale: 'en' })
  expect(html).toBe('<p>Say:</p><p class="foreign">مرحبا&nbsp;&amp;!</p>')
})

test.each([
  ['تعلّم C++ بسرعة', 'ar', 'ar', '\u2067تعلّم \u2066C++\u2069 بسرعة\u2069'],
  ['تعلّم C++', 'en', 'ar', '\u2067تعلّم \u2066C++\u2069\u2069'],
  ['C++', 'ar', 'ar', '\u2066\u2066C++\u2069\u2069'],
  ['C++', 'en', 'en', 'C++'],
  ['نص', 'ar', 'ar', 'نص'],
] as const)('isolate(%s, %s, %s)', (text, page, own, isolated) => {
  expect(isolate(text, page, own)).toBe(isolated)
})
