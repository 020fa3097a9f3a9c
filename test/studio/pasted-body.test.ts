import { expect, test } from 'vitest'
import { parseBody } from '#contract/markup/parse-body'
import { plainText } from '#contract/markup/plain-text'
import { sanitizeBody } from '#contract/markup/sanitize-body'
import { type PastedBody, pastedBody, pastedText } from '../../studio/app/content/pasted-body'
import { isMarkup } from '../../studio/app/content/pasted-html'
import { editorTexts } from '../support/editor-texts'

const wordItem = (level: number, marker: string, text: string) =>
  `<p class=MsoListParagraphCxSpMiddle dir=RTL style='mso-add-space:auto;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]><span lang=AR-SA>${text}<o:p></o:p></span></p>`

const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm} --></style>
<!--[if gte mso 9]><xml><w:WordDocument></w:WordDocument></xml><![endif]--></head>
<body lang=AR-SA><!--StartFragment-->
<h1 dir=RTL style='text-align:right'><span lang=AR-SA style='font-family:"Arial"'>محاور
الدورة<o:p></o:p></span></h1>
<p class=MsoNormal dir=RTL><b><span lang=AR-SA>المدرّسة</span></b><b><span>:</span></b><span lang=AR-SA> د. رنا خوري<o:p></o:p></span></p>
<p class=MsoNormal dir=RTL><o:p>&nbsp;</o:p></p>
<h2>المنهاج</h2>
${wordItem(1, '·', 'الجبر الخطي')}
${wordItem(2, 'o', 'المصفوفات')}
${wordItem(2, 'o', 'المتجهات')}
${wordItem(1, '·', 'الاحتمالات')}
<p class=MsoNormal>ثم:</p>
${wordItem(1, '1.', 'أولًا')}
${wordItem(1, '2.', 'ثانيًا')}
<table class=MsoTableGrid border=1><tr><td width=300 valign=top style='border:solid'><p class=MsoNormal>اليوم</p></td><td><p class=MsoNormal>17:00</p></td></tr><tr><td colspan=2><p>سطر<o:p></o:p></p><p>آخر</p></td></tr></table>
<p class=MsoNormal><a href="https://example.org/a?b=1&amp;c"><span>المنهاج</span></a><sup>2</sup></p>
<!--EndFragment--></body></html>`

test('a text from Word keeps its headings, lists, tables, links and emphasis, and nothing else', () => {
  expect(pastedBody(word)).toEqual({
    isInline: false,
    lost: [],
    html: `<h2>محاور الدورة</h2>
<p><strong>المدرّسة:</strong> د. رنا خوري</p>
<h3>المنهاج</h3>
<ul>
  <li>الجبر الخطي
    <ul>
      <li>المصفوفات</li>
      <li>المتجهات</li>
    </ul>
  </li>
  <li>الاحتمالات</li>
</ul>
<p>ثم:</p>
<ol>
  <li>أولًا</li>
  <li>ثانيًا</li>
</ol>
<table>
  <tbody>
    <tr><td>اليوم</td><td>17:00</td></tr>
    <tr><td colspan="2">سطر<br>آخر</td></tr>
  </tbody>
</table>
<p><a href="https://example.org/a?b=1&amp;c">المنهاج</a><sup>2</sup></p>`,
  })
})

test('a text from Google Docs is not bold as a whole, and its styled spans are emphasis', () => {
  const { html } = pastedBody(
    `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span style="font-weight:400">Plan</span></h2><p dir="ltr"><span style="font-weight:400">Bring a </span><span style="font-weight:700">laptop</span><span style="font-style:italic"> and paper</span></p><br /><ul><li dir="ltr" aria-level="1"><p role="presentation"><span>C++ &amp; F#</span></p></li><ul><li aria-level="2"><p>x<span style="vertical-align:super">2</span></p></li></ul></ul><table><colgroup><col /></colgroup><tbody><tr><td><p><span>خلية</span></p></td></tr></tbody></table></b><br class="Apple-interchange-newline">`,
  )
  expect(html).toBe(`<h2>Plan</h2>
<p>Bring a <strong>laptop</strong><em> and paper</em></p>
<ul>
  <li>C++ &amp; F#
    <ul>
      <li>x<sup>2</sup></li>
    </ul>
  </li>
</ul>
<table>
  <tbody>
    <tr><td>خلية</td></tr>
  </tbody>
</table>`)
})

test('lines of a message become paragraphs', () => {
  const message =
    'دورة جديدة 🎉<br><br><b>سجّل الآن</b><br>قبل <i>الأحد</i><br><br><a href="https://t.me/ugarit">القناة</a>'
  const paragraphs =
    '<p>دورة جديدة 🎉</p>\n<p><strong>سجّل الآن</strong><br>قبل <em>الأحد</em></p>\n<p><a href="https://t.me/ugarit">القناة</a></p>'
  expect(pastedBody(message).html).toBe(paragraphs)
  expect(pastedBody('<div>One</div><div><br></div><div>Two</div>').html).toBe('<p>One</p>\n<p>Two</p>')
  expect(pastedText('One\r\ntwo < 3\r\n\r\n\r\nThree & more\n')).toEqual({
    html: '<p>One<br>two &lt; 3</p>\n<p>Three &amp; more</p>',
    isInline: false,
    lost: [],
  })
  expect(pastedText(' C++ & <Python 3> ')).toEqual({ html: 'C++ &amp; &lt;Python 3&gt;', isInline: true, lost: [] })
})

test('a text that is HTML is known as such', () => {
  const html = ['<p>One</p>', '<P ALIGN=right>', 'a &amp; b', 'x<br/>y', '<img src="a.png">\n<p>b</p>', '</li>\n<li>']
  expect(html.filter((text) => !isMarkup(text))).toEqual([])
  expect(['a < b > c', 'C++ & <Python 3>', 'if x <y && y> z', 'AT&T; R&D'].filter(isMarkup)).toEqual([])
})

test('words of one paragraph stay within the paragraph that they are pasted into', () => {
  expect(pastedBody('<p class=MsoNormal>only <b>words</b><o:p></o:p></p>')).toEqual({
    html: 'only <strong>words</strong>',
    isInline: true,
    lost: [],
  })
  expect(pastedBody('<span style="font-weight:bold">words</span>').html).toBe('<strong>words</strong>')
})

test('formulas are kept as MathML, and what no body can hold is told', () => {
  const katex = editorTexts.find(({ editor }) => editor === 'KaTeX')?.html ?? ''
  expect(pastedBody(`<p>A</p>${katex}`).html).toMatch(/^<p>A<\/p>\n<p><math><mrow><mi>E<\/mi>.*<\/math><\/p>$/)
  const equation =
    '<p>x<!--[if gte msEquation 12]><m:oMath><m:r>E=mc</m:r></m:oMath><![endif]--><![if !msEquation]><span><img src="file:///C:/a.png"></span><![endif]></p>'
  expect(pastedBody(equation)).toMatchObject({ html: 'x', lost: ['formulas'] })
  expect(
    pastedBody('<p>a<img src="https://a.example/a.png" alt="Chart"></p><img src="data:image/png;base64,AA">'),
  ).toEqual({
    html: 'a',
    isInline: true,
    lost: ['pictures'],
  })
  expect(pastedBody('<p>a</p><iframe src="https://a.example/b" title="Film"></iframe>')).toMatchObject({
    html: '<p>a</p>\n<p><a href="https://a.example/b">Film</a></p>',
    lost: [],
  })
  // A picture of the site is no loss.
  expect(pastedBody('<p><img src="/images/a%20b.png" alt="A" loading="lazy"></p><p>b</p>').html).toBe(
    '<p><img src="a%20b.png" alt="A"></p>\n<p>b</p>',
  )
})

test('links of scripts, of other programs and to missing targets leave their text', () => {
  const links = '<p><a href="javascript:go()">a</a> <a href="#_Toc1">b</a> <a name="_Toc2">c</a> <a href="">d</a></p>'
  expect(pastedBody(links).html).toBe('a b c d')
  const notes =
    '<p>See<a href="#_ftn1" name="_ftnref1"><sup>[1]</sup></a></p><div id="ftn1"><p><a href="#_ftnref1" name="_ftn1">[1]</a> A note</p></div>'
  expect(pastedBody(notes).html).toBe(
    '<p>See<a id="_ftnref1" href="#_ftn1"><sup>[1]</sup></a></p>\n<p><a id="_ftn1" href="#_ftnref1">[1]</a> A note</p>',
  )
})

test('emoji that a messenger shows as pictures, and formulas of Wikipedia, are kept', () => {
  const emoji =
    '<p>Join <img class="emoji" alt="👩‍💻" src="data:image/gif;base64,R0lG"><img alt="1️⃣" src="https://a.example/1.png"></p>'
  expect(pastedBody(emoji)).toEqual({ html: 'Join 👩‍💻1️⃣', isInline: true, lost: [] })
  const formula =
    '<p>By <span class="mwe-math-element"><img src="https://wikimedia.org/api/rest_v1/media/math/render/svg/1" class="mwe-math-fallback-image-inline" aria-hidden="true" alt="{\\displaystyle a+b}"></span></p>'
  expect(pastedBody(formula)).toMatchObject({
    html: expect.stringMatching(/^By <math>.*<mi>a<\/mi>.*<\/math>$/),
    lost: [],
  })
})

test('a block of code has no name of its language and no button', () => {
  const html = '<pre><div><span>python</span><button>Copy</button></div><code>\ndef f():\n  <b>pass</b></code></pre>'
  expect(pastedBody(html).html).toBe('<pre>def f():\n  pass</pre>')
})

test('lists of Quill keep their kinds', () => {
  const html = '<div><ol><li data-list="bullet">a</li><li data-list="ordered" class="ql-indent-1">b</li></ol></div>'
  const lines = ['<ul>', '  <li>a', '    <ol>', '      <li>b</li>', '    </ol>', '  </li>', '</ul>']
  expect(pastedBody(html).html).toBe(lines.join('\n'))
})

test('comments of reviewers in Word are no part of the text', () => {
  const html = `<p class=MsoNormal>Fees<span class=MsoCommentReference><a class=msocomanchor href="#_msocom_1">[AB1]</a></span> 2026</p>
<div style='mso-element:comment-list'><hr class=msocomoff><div style='mso-element:comment'><div id="_com_1" class=msocomtxt><p class=MsoCommentText>Too much?</p></div></div></div>`
  expect(pastedBody(html)).toEqual({ html: 'Fees 2026', isInline: true, lost: [] })
})

test('a text from Word on the web keeps its headings and the levels of its lists', () => {
  const paragraph = (text: string) =>
    `<p class="Paragraph SCXW1"><span class="TextRun"><span class="NormalTextRun">${text}</span></span><span class="EOP">&nbsp;</span></p>`
  const item = (tag: string, start: number, level: number, text: string) =>
    `<div class="ListContainerWrapper"><${tag} role="list" start="${start}"><li data-leveltext="●" data-aria-level="${level}" role="listitem" class="OutlineElement">${paragraph(text)}</li></${tag}></div>`
  const html = `<div class="OutlineElement"><p class="Paragraph" role="heading" aria-level="1">Plan</p></div>${item('ol', 1, 1, 'One')}${item('ul', 1, 2, 'Deep')}${item('ol', 2, 1, 'Two')}<div class="OutlineElement">${paragraph('End')}</div>`
  expect(pastedBody(html).html).toBe(`<h2>Plan</h2>
<ol>
  <li>One
    <ul>
      <li>Deep</li>
    </ul>
  </li>
  <li>Two</li>
</ol>
<p>End</p>`)
})

/** The HTML without the attributes that the sanitiser adds. */
const withoutAdded = (html: string) =>
  html
    .replace(/ (?:rel|loading)="[^"]*"/g, '')
    .replace(/(<h\d) id="[^"]*"/g, '$1')
    .replace(/text-|\/images\//g, '')
    // Pages make links of addresses.
    .replace(/<a href="[^"]*">(www\.[^<]*)<\/a>/g, '$1')

test.each(editorTexts)('a pasted text is in the form that the site shows: $editor: $html', ({ html }) => {
  const { html: pasted, lost }: PastedBody = pastedBody(html)
  const shown = sanitizeBody(pasted, '/images/', parseBody)
  expect(withoutAdded(shown)).toBe(withoutAdded(pasted))
  // Nothing that a reader sees is lost without a word.
  const words = (text: string) => plainText(sanitizeBody(text, '/images/', parseBody)).match(/[\p{L}\p{N}]+/gu) ?? []
  // An item of Word's lists becomes an item of a list, without its number.
  const read = words(html.replace(/<span style="mso-list:Ignore">.*?<\/span><\/span>/, ''))
  if (lost.length === 0) expect(words(pasted)).toEqual(read)
})
