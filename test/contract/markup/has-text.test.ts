import { expect, test } from 'vitest'
import { localize } from '#content/localize'
import { detailOf, homePageOf, membersOf, safeHtml } from '#content/page-data'
import { entities, type HomeData } from '#contract/entities'
import { fieldsOf, kinds } from '#contract/fields'
import { identityOf } from '#contract/identity'
import { hasContent } from '#contract/markup/has-content'
import { hasText } from '#contract/markup/has-text'
import { createSanitizer } from '../../../server/pages/sanitize'

const sanitize = createSanitizer('/images/')

/** Texts of which readers see nothing. */
const nothings = [
  ...[
    '',
    ' \n\t',
    '\u00a0',
    '&nbsp;',
    '&#160;&#xA0;',
    '\u200b\u200c\u200d\u200e\u200f',
    '\u2060',
    '\ufeff',
    '&zwnj;&ZeroWidthSpace;',
  ],
  ...[
    '\u00ad',
    '\u061c',
    '\u2066\u2069',
    '\u3164',
    '\u2800',
    '\ufe0f',
    '\ufffc',
    '\0\x1f',
    '<!-- a -->',
    '<br>',
    '<p><br></p>',
  ],
  ...['<p>&nbsp;</p>', '<p dir="rtl"><span lang="ar-SY"><o:p>&nbsp;</o:p></span></p>', '<ul><li></li></ul>', '<hr>'],
  ...[
    '<style>p { color: red }</style>',
    '<script>a()</script>',
    '<table><tr><td></td></tr></table>',
    '<svg><title>a</title></svg>',
  ],
  '<!--[if gte mso 9]><xml><w:View>Normal</w:View></xml><![endif]-->',
  ...[
    '<xml><w:View>Normal</w:View></xml>',
    '<!DOCTYPE html>',
    '<!doctype html><html><head></head><body></body></html>',
  ],
]

test.each(nothings)('%j is no text, and each bilingual field shows its other language', (nothing) => {
  expect(hasText(nothing)).toBe(false)
  for (const kind of kinds)
    for (const field of fieldsOf(kind, '').filter(({ locale }) => locale)) {
      expect(hasContent(field, nothing, '/images/')).toBe(false)
      const other = fieldsOf(kind, '').find(({ stem, name }) => stem === field.stem && name !== field.name)
      const item = { [field.name]: nothing, [other?.name ?? '']: 'Word' }
      const own = field.locale ?? 'en'
      expect(localize(item, field.stem, own)).toStrictEqual({ text: 'Word', locale: other?.locale })
      if (field.type === 'html')
        expect(safeHtml(item, field.stem, { path: '/', locale: own }, sanitize)).toStrictEqual({
          html: 'Word',
          locale: other?.locale,
        })
    }
})

test.each(['a', '٣', '-', '😀', '&lt;', '&rsquo;', '<p>ا</p>', '\u0600', '<math><mi>x</mi></math>'])(
  '%j is a text',
  (text) => {
    expect(hasText(text)).toBe(true)
  },
)

test('a picture is content of a body, and no text', () => {
  const [picture, foreign] = ['<p><img src="a.png"></p>', '<p><img src="https://a.example/a.png"></p>']
  expect([picture, foreign].map((text) => hasContent({ type: 'html' }, text, '/images/'))).toStrictEqual([true, false])
  expect(hasContent({ type: 'text' }, picture, '/images/')).toBe(false)
  expect(safeHtml({ ar_body: foreign, en_body: 'a' }, 'body', { path: '/', locale: 'ar' }, sanitize)).toStrictEqual({
    html: 'a',
    locale: 'en',
  })
})

test('a member whose name is empty in one language has the other name', () => {
  expect(membersOf([{ en_name: 'Rima', ar_name: '&nbsp;' }], 'ar')).toMatchObject([
    { name: { text: 'Rima', locale: 'en' } },
  ])
  expect(identityOf({ en_name: '\u200b', ar_name: 'ريما' })).toBe('ريما')
})

test('the home page shows the same statement as the page of the mission', () => {
  const goals = { ar_mission: '<p>\u200f</p>', en_mission: '<p><br></p><p>Let&rsquo;s &amp; go</p>' }
  const home = { ...Object.fromEntries(Object.keys(entities).map((kind) => [kind, []])), goals } as unknown as HomeData
  expect(homePageOf(home, 'ar').mission).toStrictEqual({ text: 'Let’s & go', locale: 'en' })
})

test('entities are decoded in plain fields', () => {
  const item = { slug: 'a', en_title: 'Caf&eacute; &laquo;R&D&raquo;', tags: ['C&plus;&plus;', '&nbsp;'] }
  expect(detailOf(item, 'blogs', { path: '/', locale: 'en' })).toMatchObject({
    title: { text: 'Café «R&D»' },
    tags: ['C++'],
  })
})
