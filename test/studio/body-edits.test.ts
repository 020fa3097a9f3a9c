import { history, undo } from '@codemirror/commands'
import { html } from '@codemirror/lang-html'
import { EditorSelection, EditorState, type TransactionSpec } from '@codemirror/state'
import { expect, test } from 'vitest'
import { lossesOf } from '#contract/markup/body-losses'
import { parseBody } from '#contract/markup/parse-body'
import { sanitizeBody } from '#contract/markup/sanitize-body'
import {
  breakLine,
  insertBlock,
  insertEmpty,
  insertInline,
  linkAt,
  nextBlock,
  setBlock,
  setLink,
  setList,
  toggleInline,
} from '../../studio/app/content/body-edits'
import { pictureHtml, tableHtml } from '../../studio/app/content/body-html'
import { formulaHtml } from '../../studio/app/content/formula'
import { linkAddress } from '../../studio/app/content/link-address'

type Edit = (state: EditorState) => TransactionSpec

/** An editor with a text in which `[` and `]` are the ends of the selection, or `|` is the cursor. */
function editor(text: string): EditorState {
  const ends = [...text.matchAll(/[[\]|]/g)].map(({ index }, before) => index - before)
  const [anchor = 0, head = anchor] = ends
  return EditorState.create({
    doc: text.replace(/[[\]|]/g, ''),
    selection: EditorSelection.range(anchor, head),
    extensions: [history(), html()],
  })
}

/** The text after an edit, with `|` at the cursor. Undo must bring the text before it back. */
function edited(before: string, edit: Edit): string {
  let state = editor(before)
  const doc = state.doc.toString()
  state = state.update(edit(state)).state
  const text = state.doc.toString()
  const { head } = state.selection.main
  undo({
    state,
    dispatch: (transaction) => {
      state = transaction.state
    },
  })
  expect(state.doc.toString()).toBe(doc)
  return `${text.slice(0, head)}|${text.slice(head)}`
}

/** A body as the site writes it, without the attributes that it adds to headings, links and pictures. */
function onSite(body: string): string {
  return sanitizeBody(body, '', parseBody)
    .replace(/(<h\d) id="[^"]*"/g, '$1')
    .replaceAll(' rel="noopener noreferrer"', '')
    .replaceAll(' loading="lazy"', '')
}

const table = tableHtml(2, 2, true)

const enter: Edit = (state) => nextBlock(state) ?? {}

const rows: [what: string, before: string, edit: Edit, after: string][] = [
  ['a line becomes a paragraph', 'نص|', (state) => setBlock(state, 'p'), '<p>نص|</p>'],
  ['an empty body gets a heading', '|', (state) => setBlock(state, 'h2'), '<h2>|</h2>'],
  ['a paragraph becomes a heading', '<p>O|ne</p>', (state) => setBlock(state, 'h2'), '<h2>O|ne</h2>'],
  [
    'all selected paragraphs become headings',
    '<h2>0</h2>\n<p>O[ne</p>\n<p>T]wo</p>',
    (state) => setBlock(state, 'h3'),
    '<h2>0</h2>\n<h3>One</h3>\n<h3>T|wo</h3>',
  ],
  ['after a paragraph comes another', '<p>One|</p>', (state) => setBlock(state, 'p'), '<p>One</p>\n<p>|</p>'],
  ['after a closed block a new one begins', '<p>One</p>|', (state) => setBlock(state, 'h2'), '<p>One</p>\n<h2>|</h2>'],
  ['each selected line is a paragraph', '[One\n\nTwo]', (state) => setBlock(state, 'p'), '<p>One</p>\n<p>Two|</p>'],
  [
    'lines become a list',
    '[One\nTwo]',
    (state) => setList(state, 'ul'),
    '<ul>\n  <li>One</li>\n  <li>Two|</li>\n</ul>',
  ],
  [
    'paragraphs become a list',
    '<p>[One</p>\n<p>Two]</p>\n<p>Three</p>',
    (state) => setList(state, 'ol'),
    '<ol>\n  <li>One</li>\n  <li>Two|</li>\n</ol>\n<p>Three</p>',
  ],
  ['a list changes its kind', '<ul><li>O|ne</li></ul>', (state) => setList(state, 'ol'), '<ol><li>O|ne</li></ol>'],
  [
    'an item follows an item',
    '<ul>\n  <li>One|</li>\n</ul>',
    (state) => setList(state, 'ul'),
    '<ul>\n  <li>One</li>\n  <li>|</li>\n</ul>',
  ],
  [
    'a word becomes bold',
    '<p>One [two]</p>',
    (state) => toggleInline(state, 'strong'),
    '<p>One <strong>two|</strong></p>',
  ],
  ['and plain again', '<p>One <strong>t|wo</strong></p>', (state) => toggleInline(state, 'strong'), '<p>One t|wo</p>'],
  [
    'bold stays within each paragraph',
    '[<p>One</p><p>Two</p>]',
    (state) => toggleInline(state, 'em'),
    '<p><em>One</em></p><p><em>Two</em></p>|',
  ],
  [
    'a word becomes a link',
    '<p>See [here]</p>',
    (state) => setLink(state, 'https://example.org/?a=1&b="', 'here'),
    '<p>See <a href="https://example.org/?a=1&amp;b=&quot;">here</a>|</p>',
  ],
  [
    'a link gets another address',
    '<p><a href="/a">he|re</a></p>',
    (state) => setLink(state, '/b', linkAt(state).text),
    '<p><a href="/b">here</a>|</p>',
  ],
  [
    'a link outside of texts is a paragraph',
    '<p>One</p>\n|',
    (state) => setLink(state, '/b', 'b'),
    '<p>One</p>\n<p><a href="/b">b</a>|</p>',
  ],
  [
    'a table goes after the paragraph',
    '<p>O|ne</p><p>Two</p>',
    (state) => insertEmpty(state, table),
    `<p>One</p>\n${table.replace('></', '>|</')}\n<p>Two</p>`,
  ],
  [
    'a picture with a caption goes after the list',
    '<p>One|</p>',
    (state) => insertBlock(state, pictureHtml('صورة.webp', 'a "b"', 'C & D')),
    '<p>One</p>\n<figure><img src="%D8%B5%D9%88%D8%B1%D8%A9.webp" alt="a &quot;b&quot;"><figcaption>C &amp; D</figcaption></figure>|',
  ],
  [
    'a picture stays within its item',
    '<ul><li>O|ne</li></ul>',
    (state) => insertBlock(state, pictureHtml('a.png', '', '')),
    '<ul><li>One\n<p><img src="a.png" alt=""></p>|\n</li></ul>',
  ],
  ['Enter begins a paragraph after a heading', '<h2>One|</h2>', enter, '<h2>One</h2>\n<p>|</p>'],
  ['Enter begins an item', '<ul>\n  <li>One|</li>\n</ul>', enter, '<ul>\n  <li>One</li>\n  <li>|</li>\n</ul>'],
  [
    'Enter in an empty item ends the list',
    '<ul>\n  <li>One</li>\n  <li>|</li>\n</ul>',
    enter,
    '<ul>\n  <li>One</li>\n</ul>\n<p>|</p>',
  ],
  ['a line is broken within a paragraph', '<p>One| two</p>', breakLine, '<p>One<br>| two</p>'],
  [
    'a formula stands in the text',
    '<p>By | it.</p>',
    (state) => insertInline(state, '<math><mo>|</mo></math>'),
    '<p>By <math><mo>|</mo></math>| it.</p>',
  ],
]

test.each(rows)('%s, in one step of undo, as the site shows it', (_, before, edit, after) => {
  expect(edited(before, edit)).toBe(after)
  const body = editor(before)
    .update(edit(editor(before)))
    .state.doc.toString()
  expect(lossesOf(body, '')).toEqual([])
  // A heading without a text yet is none.
  expect(onSite(body)).toBe(body.replace('<h2></h2>', '<p></p>'))
})

test('Enter breaks the line of the HTML in the midst of a text, outside of texts and in an empty paragraph', () => {
  for (const text of ['<p>O|ne</p>', '<p>One</p>|', '<p>|</p>', '<p>[One]</p>', '|'])
    expect([text, nextBlock(editor(text))]).toEqual([text, undefined])
})

test('a table has the rows and columns that were asked for', () => {
  const count = (html: string, tag: string) => html.split(`<${tag}`).length - 1
  for (const [rows, columns, hasHead] of [
    [1, 1, true],
    [3, 2, true],
    [3, 2, false],
  ] as const) {
    const html = tableHtml(rows, columns, hasHead)
    expect([count(html, 'tr'), count(html, 'th '), count(html, 'td')]).toEqual([
      rows,
      hasHead ? columns : 0,
      (hasHead ? rows - 1 : rows) * columns,
    ])
    expect(onSite(html)).toBe(html)
  }
})

test('a formula is written as the site shows it, also as an expression of several parts', () => {
  const formulas = [
    'E = mc^2',
    '\\frac{a}{\\sqrt[3]{b}}',
    '\\sum_{i=1}^{n} |x_i|',
    '\\begin{bmatrix} a & b \\\\ c & d \\end{bmatrix}',
  ]
  for (const tex of formulas)
    for (const isBlock of [true, false]) {
      const html = formulaHtml(tex, isBlock) ?? ''
      expect(html).toMatch(isBlock ? /^<math display="block">/ : /^<math>/)
      expect([onSite(html), lossesOf(html, '')]).toEqual([html, []])
    }
  expect(formulaHtml('\\frac{a}{', true)).toBeUndefined()
})

test.each([
  ['example.org/a', 'https://example.org/a'],
  [' https://example.org ', 'https://example.org'],
  ['a@example.org', 'mailto:a@example.org'],
  ['+963 944 123 456', 'tel:+963944123456'],
  ['/about', '/about'],
  ['#part', '#part'],
  ['javascript:alert(1)', undefined],
  ['', undefined],
  ['٠٩٤٤ ١٢٣ ٤٥٦', 'tel:0944123456'],
  ['\u202ahttps://example.org/\u200f', 'https://example.org/'],
  ['https://www.google.com/url?q=https://example.org/&sa=D', 'https://example.org/'],
  ['انقر هنا', undefined],
])('the link %j leads to %j', (text, address) => {
  expect(linkAddress(text)).toBe(address)
})
