import { describe, expect, test } from 'vitest'
import { lossesOf, lossesText } from '#contract/markup/body-losses'
import { parseBody } from '#contract/markup/parse-body'
import { plainText } from '#contract/markup/plain-text'
import { sanitizeBody } from '#contract/markup/sanitize-body'
import { createSanitizer } from '../../../server/pages/sanitize'

const sanitize = createSanitizer('/images/')

/** A link to another site. */
const linkTo = (href: string, text: string) => `<a href="${href}" rel="noopener noreferrer">${text}</a>`

/** Rows of a body, its safe HTML, and what the body loses. */
type Row = readonly [html: string, shown: string, losses: string]

const targets: Row[] = [
  ['<p>a<a href="#n">1</a><p id="n">b', '<p>a<a href="#text-n">1</a></p><p id="text-n">b</p>', ''],
  ['<a name="x">a</a><a href="#x">b</a>', '<span id="text-x">a</span><a href="#text-x">b</a>', ''],
  ['<a href="#%D8%A3">a</a><b id="أ">b</b>', '<a href="#text-أ">a</a><b id="text-أ">b</b>', ''],
  ['<a href="#no">a</a>', '<span>a</span>', 'a[href] "#no" (its content is shown)'],
  ['<a href="">a</a><a>b</a>', '<span>a</span><span>b</span>', 'a[href] "" (its content is shown)'],
  ['<p id=x>a<p id=x>b', '<p id="text-x">a</p><p>b</p>', ''],
  [
    '<font id=x>a</font><a href="#x">b',
    '<span id="text-x">a</span><a href="#text-x">b</a>',
    'font (its content is shown)',
  ],
  [
    '<h2>الأسئلة &amp; Answers!</h2><h2>الأسئلة &amp; Answers</h2><h2>-</h2>',
    '<h2 id="text-الأسئلة-answers">الأسئلة &amp; Answers!</h2><h2 id="text-الأسئلة-answers-2">الأسئلة &amp; Answers</h2><h2>-</h2>',
    '',
  ],
  ['<p id="location">a</p>', '<p id="text-location">a</p>', ''],
  ['<a href="//a.example/b">a</a>', linkTo('https://a.example/b', 'a'), ''],
  ['<a href="www.a.example">a</a>', linkTo('https://www.a.example', 'a'), ''],
]

const lost = 'left out'
const film = 'https://film.example/1'

const traces: Row[] = [
  [`<iframe src="${film}" title="Film"></iframe>`, `<p>${linkTo(film, 'Film')}</p>`, 'iframe (a link to it is shown)'],
  [
    '<p>a <iframe src="//film.example/1"></iframe></p>',
    `<p>a ${linkTo(film, film)}</p>`,
    'iframe (a link to it is shown)',
  ],
  [
    `<p><video controls><source src="${film}">A film</video></p>`,
    `<p>${linkTo(film, 'A film')}</p>`,
    'video (a link to it is shown)',
  ],
  [`<p><object data="${film}"></object></p>`, `<p>${linkTo(film, film)}</p>`, 'object (a link to it is shown)'],
  [
    `<figure><oembed url="${film}"></oembed></figure>`,
    `<figure>${linkTo(film, film)}</figure>`,
    'oembed (a link to it is shown)',
  ],
  ['<audio src="blob:x"><p>No sound</p></audio>', '<p>No sound</p>', 'audio (its content is shown)'],
  ['<iframe src="javascript:x"><b>a</b></iframe>', '', `iframe (${lost})`],
  ['<embed src="data:text/html,x">', '', `embed (${lost})`],
  [
    '<p><img src="https://a.example/b.png" alt="A map"></p>',
    '<p>A map</p>',
    'img[src] "https://a.example/b.png" (its description is shown)',
  ],
  [
    '<img src="data:image/png;base64,AA" alt="x" aria-hidden="true">',
    '',
    `img[src] "data:image/png;base64,AA" (${lost})`,
  ],
  ['<img src="a.png?v=3#x" alt="A">', '<img src="/images/a.png" alt="A" loading="lazy">', ''],
  [
    '<picture><source srcset="a.webp"><img src="a.png" alt=""></picture>',
    '<img src="/images/a.png" alt="" loading="lazy">',
    '',
  ],
  ['<font color=red>a</font>', 'a', 'font (its content is shown)'],
  ['<p style="color: red">a<p style="b: c">b', '<p>a</p><p>b</p>', `p[style] (${lost}) × 2`],
  ['<form action="/a">a<input></form>', 'a', `form (its content is shown), input (${lost})`],
  ['<script>a</script><svg><text>a</text></svg>', '', `script (${lost}), svg (${lost})`],
  ['<section>a</section><article>b</article>', '<div>a</div><div>b</div>', ''],
  ['<div>'.repeat(300), '', 'body (elements nested deeper than 256 levels)'],
]

/** A formula as MathJax 2 writes it. */
const mathJax = (mathml: string) =>
  `<span class="MathJax"><nobr aria-hidden="true"><span>a</span></nobr><span class="MJX_Assistive_MathML"><math>${mathml}</math></span></span>`

const math = (inner: string) => `<math><mrow>${inner}</mrow></math>`

const kept: Row[] = [
  [
    '<span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>E</mi><mo>=</mo><msup><mi>c</mi><mn>2</mn></msup></mrow><annotation encoding="application/x-tex">E=c^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span>E=c2</span></span></span>',
    `<span><span>${math('<mi>E</mi><mo>=</mo><msup><mi>c</mi><mn>2</mn></msup>')}</span></span>`,
    `span[class] (${lost}) × 2`,
  ],
  [
    '<math><mtext><b>a</b><mi>b</mi></mtext><mspace width="1em"/></math>',
    '<math><mtext>ab</mtext><mspace width="1em"></mspace></math>',
    'b (its content is shown), mi (its content is shown)',
  ],
  [
    '<math href="javascript:x"><mi onclick="x">a</mi></math>',
    '<math><mi>a</mi></math>',
    `math[href] (${lost}), mi[onclick] (${lost})`,
  ],
  [mathJax('<mi>a</mi>'), '<span><span><math><mi>a</mi></math></span></span>', `span[class] (${lost}) × 2`],
  ['<mi>a</mi>', 'a', 'mi (its content is shown)'],
  ['<details open><summary>a</summary>b</details>', '<details open=""><summary>a</summary>b</details>', ''],
  ['<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>', '<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>', ''],
  [
    '<ol type="a" start="3" reversed><li value="7">a</li></ol>',
    '<ol type="a" start="3" reversed=""><li value="7">a</li></ol>',
    '',
  ],
  [
    '<table><caption>a</caption><colgroup><col span="2"></colgroup><tbody><tr><td>b</td></tr></tbody></table>',
    '<table><caption>a</caption><colgroup><col span="2"></colgroup><tbody><tr><td>b</td></tr></tbody></table>',
    '',
  ],
  ['<p lang="en" dir="ltr">a<wbr>b', '<p lang="en" dir="ltr">a<wbr>b</p>', ''],
]

const watch = 'https://www.youtube.com/watch?v=a-b_c'
const map = 'https://www.google.com/maps'
/** A frame becomes a link to the page of its film or map. */
const framed = (src: string, page: string): Row => [
  `<iframe title="a" src="${src}"></iframe>`,
  `<p>${linkTo(page, 'a')}</p>`,
  'iframe (a link to it is shown)',
]
const inText = (text: string, shown: string): Row => [`<p>${text}</p>`, `<p>${shown}</p>`, '']

const addresses: Row[] = [
  framed('https://www.youtube.com/embed/a-b_c?rel=0&amp;start=90', `${watch}&amp;t=90`),
  framed('//www.youtube-nocookie.com/embed/a-b_c', watch),
  framed(
    'https://www.youtube.com/embed/videoseries?si=x&amp;list=PL1',
    'https://www.youtube.com/playlist?si=x&amp;list=PL1',
  ),
  framed(`${map}/embed?pb=!1m18!1m12!1m3!1d3253.4!2d35.79!3d35.52!2m3!1f0`, `${map}?q=35.52,35.79`),
  framed(`${map}/embed/v1/place?key=k&amp;q=Latakia`, `${map}?q=Latakia`),
  framed('https://maps.google.com/maps?q=Latakia&amp;output=embed', 'https://maps.google.com/maps?q=Latakia'),
  framed('https://player.vimeo.com/video/1', 'https://player.vimeo.com/video/1'),
  framed('about:blank" data-src="//film.example/1', film),
  // Addresses that programs and phones have changed lead where they mean to.
  ...[
    ['https://www.google.com/url?q=https://a.example/%3Fb%3D1&amp;sa=D&amp;ust=1', 'https://a.example/?b=1'],
    [
      'https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fa.example%2F&amp;data=05',
      'https://a.example/',
    ],
    ['https://l.facebook.com/l.php?u=https%3A%2F%2Fa.example%2F&amp;h=AT', 'https://a.example/'],
    ['\u202ahttps://a.example/\u200b%D8%A7\u200f', 'https://a.example/%D8%A7'],
    ['https://fa.example/می\u200cروم\u200c', 'https://fa.example/می\u200cروم'],
  ].map(([given = '', meant = '']): Row => [`<a href="${given}">a</a>`, linkTo(meant, 'a'), '']),
  ['<a href="tel:+٩٦٣ ٤١">a</a>', '<a href="tel:+963 41">a</a>', ''],
  [
    '<a href="https://www.google.com/url?q=javascript:a">a</a>',
    linkTo('https://www.google.com/url?q=javascript:a', 'a'),
    '',
  ],
  inText('👉https://t.me/a👈', `👉${linkTo('https://t.me/a', 'https://t.me/a')}👈`),
  inText('“www.a.example”', `“${linkTo('https://www.a.example', 'www.a.example')}”`),
  inText(
    '\u202ahttps://a.example\u202c\u200f',
    `\u202a${linkTo('https://a.example', 'https://a.example')}\u202c\u200f`,
  ),
  inText('https://a.example/ذكاء', linkTo('https://a.example/ذكاء', 'https://a.example/ذكاء')),
]

const blanks: Row[] = [
  ['<a href="https://a.example">\u2060</a>', '<span>\u2060</span>', `a[href] "https://a.example" (${lost})`],
  ['<h2>&nbsp;</h2><h3><br></h3><h4>a</h4>', '<p>&nbsp;</p><p><br></p><h2 id="text-a">a</h2>', ''],
  ['<h2><img src="a.png" alt=""></h2>', '<h2><img src="/images/a.png" alt="" loading="lazy"></h2>', ''],
  [
    '<h2 id="a"><a href="#a"><svg></svg></a>b</h2>',
    '<h2 id="text-a"><span></span>b</h2>',
    `a[href] "#a" (${lost}), svg (${lost})`,
  ],
  [
    '<a href="https://a.example/b.jpg"><img src="https://a.example/c.jpg" alt=""></a>',
    '<span></span>',
    `a[href] "https://a.example/b.jpg" (${lost}), img[src] "https://a.example/c.jpg" (${lost})`,
  ],
  [
    '<a href="https://a.example" aria-label="Our page"><svg></svg></a>',
    linkTo('https://a.example', 'Our page'),
    `a[aria-label] (${lost}), svg (${lost})`,
  ],
]

const lists: Row[] = [
  ['<ul><li>a</li>\n<ul><li>b</li></ul></ul>', '<ul><li>a<ul><li>b</li></ul></li></ul>', ''],
  [
    '<ol><li data-list="bullet"><span class="ql-ui"></span>a</li><li data-list="ordered" class="ql-indent-1">b</li><li data-list="bullet">c</li><li data-list="ordered">d</li></ol>',
    '<ul><li><span></span>a<ol><li>b</li></ol></li><li>c</li></ul><ol><li>d</li></ol>',
    `span[class] (${lost})`,
  ],
  ['<ul><li>a</li><li class="ql-indent-1">b</li></ul>', '<ul><li>a<ul><li>b</li></ul></li></ul>', ''],
  ['<ol><li data-list="checked">a</li></ol>', '<ul><li>☑ a</li></ul>', ''],
  [
    '<li><input type="checkbox" checked disabled>a</li><li><input type="checkbox">b</li>',
    '<li>☑ a</li><li>☐ b</li>',
    'input (its description is shown) × 2',
  ],
  [
    '<div class="ql-code-block-container"><select class="ql-ui"><option>Python</option></select><div class="ql-code-block">if a:</div><div class="ql-code-block">  b</div></div>',
    '<pre>if a:\n  b\n</pre>',
    '',
  ],
]

const texts: Row[] = [
  // Without tags for paragraphs, a text has those of its lines.
  [
    'a\n<pre>b\nc</pre>\nd\n\n<blockquote>e\nf</blockquote>\ng',
    'a<br><pre>b\nc</pre>d<br><br><blockquote>e<br>f</blockquote>g',
    '',
  ],
  [
    '\na\nb\n\n<b>c</b>\n\n<h2>d</h2>\n\ne\n\nf\n<ul>\n\n<li>g\n\nh</li>\n</ul>\n\ni',
    '\na\nb<br><br><b>c</b><h2 id="text-d">d</h2>e<br><br>f\n<ul>\n\n<li>g\n\nh</li>\n</ul>i',
    '',
  ],
  ['<p>a</p>\n\nb\n\nc', '<p>a</p>\n\nb\n\nc', ''],
  // A back end has escaped the tags, or left the marks of XML, or halves of emoji.
  ['&lt;p&gt;a &amp;amp; b&lt;/p&gt;\n', '<p>a &amp; b</p>\n', ''],
  ['&lt;p&gt; and <b>&lt;/p&gt;</b>', '&lt;p&gt; and <b>&lt;/p&gt;</b>', ''],
  ['<![CDATA[<p>a</p>]]>', '         <p>a</p>   ', ''],
  ['<p>&#55357;&#56832; &#55357;</p>', '<p>😀 \ufffd</p>', ''],
  ['<p>a\u2028b</p><li>c\u2029d</li>', '<p>a<br>b</p><li>c<br>d</li>', ''],
  ['<p>a\ufffc b \uf0b7 c \uf0fc</p>', '<p>a b • c •</p>', ''],
  ['<p>a&nbsp;b&nbsp;<b>c&nbsp;d</b>&nbsp;e f</p>', '<p>a b <b>c d</b> e f</p>', ''],
  ['<p>a b 5&nbsp;km&nbsp;&nbsp;c d&nbsp;!</p>', '<p>a b 5&nbsp;km&nbsp;&nbsp;c d&nbsp;!</p>', ''],
]

describe.each([
  ['targets of links', targets],
  ['addresses', addresses],
  ['what shows nothing', blanks],
  ['lists and code', lists],
  ['texts', texts],
  ['traces of what is left out', traces],
  ['what stays', kept],
] as const)('%s', (_, rows) => {
  test.each(rows)('%s is shown as %s and loses: %s', (html, shown, losses) => {
    expect(sanitize(html)).toBe(shown)
    expect(sanitize(shown)).toBe(shown)
    expect(lossesText(lossesOf(html, '/images/'))).toBe(losses)
  })
})

test('a loss has its place in the HTML', () => {
  const html = '<?xml:namespace prefix = o ?><form><p\n style="a: b">\ud800a</p><font size=1>b</font>'
  const parts = lossesOf(html, '/images/').map(({ from, to }) => html.slice(from, to))
  expect(parts).toStrictEqual(['form', 'style', 'font'])
})

test('cells of a table span a bounded number of columns and rows', () => {
  const sanitized = (html: string) => sanitizeBody(html, '/images/', parseBody)
  expect(sanitized('<table><tbody><tr><td colspan="3" rowspan="2">x</td></tr></tbody></table>')).toContain(
    '<td colspan="3" rowspan="2">',
  )
  expect(sanitized('<table><tbody><tr><td colspan="1000" rowspan="65534">x</td></tr></tbody></table>')).toContain(
    '<td colspan="50" rowspan="50">',
  )
  const many = sanitized(`<table>${'<tr><td colspan=50 rowspan=50>x'.repeat(500)}</table>`)
  expect(many.match(/colspan="50" rowspan="50"/g)).toHaveLength(4)
})

test('a list is numbered from no number of many digits', () => {
  const list = '<ol start="2147483647"><li value="2147483647x">x</li></ol>'
  expect(sanitizeBody(list, '/images/', parseBody)).toBe('<ol><li>x</li></ol>')
})

test('a run of combining marks is cut in bodies and plain texts, and Arabic marks stay', () => {
  const marks = '\u0301\u0316'.repeat(5_000)
  const arabic = 'كُلُّ نَصٍّ مُشَكَّلٍ يَبْقَى كَمَا هُوَ '.repeat(20).trim()
  expect(plainText(`a${marks}`)).toHaveLength(31)
  expect(plainText(arabic)).toBe(arabic)
  expect(sanitizeBody(`<p>a${marks}</p><p>${arabic}</p>`, '/images/', parseBody)).toBe(
    `<p>a${marks.slice(0, 30)}</p><p>${arabic}</p>`,
  )
})
