/*
 * Bodies and texts as editors write them, made for this project: the form of each is that of the named editor's output. `reads` is the
 * text that a reader sees.
 */
export type EditorText = { editor: string; html: string; reads: string }

/** A formula as KaTeX writes it: MathML, its source in TeX, and the layout of the same formula. */
export const katex = (mathml: string, tex: string, twin: string) =>
  `<span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow>${mathml}</mrow><annotation encoding="application/x-tex">${tex}</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span class="base">${twin}</span></span></span>`

const rows: Record<string, (readonly [html: string, reads: string])[]> = {
  Word: [
    [
      '<p class=MsoNormal dir=RTL><span lang=AR-SY style="font-size:14.0pt">مرحبًا بكم<o:p></o:p></span></p>',
      'مرحبًا بكم',
    ],
    ['<p class="MsoNormal"><b><span style="color:red">Enrol now</span></b><o:p>&nbsp;</o:p></p>', 'Enrol now'],
    [
      '<p class=MsoListParagraph style="mso-list:l0 level1 lfo1"><![if !supportLists]><span style="mso-list:Ignore">1.<span>&nbsp;&nbsp;</span></span><![endif]>First</p>',
      '1. First',
    ],
    [
      '<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--><p>نص</p>',
      'نص',
    ],
    ['<?xml:namespace prefix = o ns = "urn:schemas-microsoft-com:office:office" /><p>Text<o:p></o:p></p>', 'Text'],
    [
      '<p>See<a style="mso-footnote-id:ftn1" href="#_ftn1" name="_ftnref1"><sup>[1]</sup></a></p><div id="ftn1"><p><a href="#_ftnref1" name="_ftn1">[1]</a> A note</p></div>',
      'See[1] [1] A note',
    ],
    ['<p>L&#146;&eacute;t&eacute; &#150; 5&nbsp;&#128;</p>', 'L’été – 5 €'],
    [
      '<table class=MsoTableGrid border=1><tr><td width=300 valign=top style="border:solid"><p class=MsoNormal>A</p></td><td><p>B</p></td></tr></table>',
      'A B',
    ],
    ['<st1:place w:st="on"><st1:City w:st="on">Latakia</st1:City></st1:place>, 2026', 'Latakia, 2026'],
    ['<v:shape id="s1"><v:imagedata src="file:///C:/a.png"/></v:shape><p>After</p>', 'After'],
    ['<p><img width=300 src="file:///C:/Users/a/image001.png" alt="خريطة المعهد"></p>', 'خريطة المعهد'],
    ['<style>p.MsoNormal {margin:0}</style><div class=WordSection1><p class=MsoNormal>Body</p></div>', 'Body'],
    ['<p><a name="_Toc1"></a>Contents: <a href="#_Toc1">Start</a></p>', 'Contents: Start'],
    ['<p><font face="Wingdings">&#61623;</font> item</p>', '• item'],
  ],
  TinyMCE: [
    ['<p style="text-align: center;"><strong>عنوان</strong></p>', 'عنوان'],
    ['<p><br data-mce-bogus="1"></p><p>Second</p>', 'Second'],
    [
      '<p><iframe title="Lecture" src="//www.youtube.com/embed/abc" width="560" height="314" allowfullscreen="allowfullscreen"></iframe></p>',
      'Lecture',
    ],
    [
      '<p><video controls="controls" width="300" height="150"><source src="https://media.example/a.mp4" type="video/mp4"></video></p>',
      'https://media.example/a.mp4',
    ],
    ['<ol style="list-style-type: lower-alpha;" start="3"><li>Third</li></ol>', 'Third'],
    ['<pre class="language-python"><code>a &lt; b and c</code></pre>', 'a < b and c'],
    ['<p><img src="a.png?v=3" alt="Plan" width="20" height="10"></p>', ''],
    ['<p><a title="Site" href="../blogs/a" target="_blank" rel="noopener">Blog</a></p>', 'Blog'],
    [
      '<details class="mce-accordion" open="open"><summary>Question</summary><p>Answer</p></details>',
      'Question Answer',
    ],
    ['<p><span style="text-decoration: underline;">Important</span></p>', 'Important'],
    ['<hr><p>هاتف: <a href="tel:+963944123456">+963 944 123 456</a></p>', 'هاتف: +963 944 123 456'],
    ['<p><a id="top-part"></a>Anchor</p><p><a href="#top-part">Back</a></p>', 'Anchor Back'],
  ],
  CKEditor: [
    [
      '<figure class="media"><oembed url="https://www.youtube.com/watch?v=abc"></oembed></figure>',
      'https://www.youtube.com/watch?v=abc',
    ],
    [
      '<div data-oembed-url="https://vimeo.com/1"><iframe src="https://player.vimeo.com/video/1"></iframe></div>',
      'https://player.vimeo.com/video/1',
    ],
    [
      '<figure class="image image_resized" style="width:50%;"><img src="a.png"><figcaption>صورة</figcaption></figure>',
      'صورة',
    ],
    [
      '<figure class="table"><table><caption>Prices</caption><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table></figure>',
      'Prices A 1',
    ],
    ['<ol reversed="reversed" type="a"><li value="5">Five</li><li>Four</li></ol>', 'Five Four'],
    [
      '<ul class="todo-list"><li><label class="todo-list__label"><input type="checkbox" disabled><span>Task</span></label></li></ul>',
      '☐ Task',
    ],
    ['<p><mark class="marker-yellow">Marked</mark> <s>old</s></p>', 'Marked old'],
    ['<p><span class="math-tex">\\(E=mc^2\\)</span></p>', '\\(E=mc^2\\)'],
    ['<blockquote><p>اقتباس</p></blockquote>', 'اقتباس'],
    ['<p>H<sub>2</sub>O, x<sup>2</sup></p>', 'H2O, x2'],
    ['<p dir="ltr">English first.</p><p>ثم العربية</p>', 'English first. ثم العربية'],
    ['<p>&nbsp;</p><p>نص&zwnj;كم</p>', 'نص\u200cكم'],
    [
      '<section class="footnotes"><ol><li id="fn1">Note <a href="#fnref1">↩</a></li></ol></section><p><sup id="fnref1"><a href="#fn1">1</a></sup></p>',
      'Note ↩ 1',
    ],
  ],
  Quill: [
    [
      '<ol><li data-list="bullet"><span class="ql-ui" contenteditable="false"></span>أ</li><li data-list="ordered" class="ql-indent-1">ب</li></ol>',
      'أ ب',
    ],
    [
      '<div class="ql-code-block-container" spellcheck="false"><div class="ql-code-block">if a:</div><div class="ql-code-block">  b</div></div>',
      'if a: b',
    ],
    ['<p>نص&nbsp;من&nbsp;كلمات&nbsp;كثيرة</p>', 'نص من كلمات كثيرة'],
  ],
  WordPress: [
    ['أول\n\nثان <b>نص</b>\n<h2>عنوان</h2>\n\nثالث', 'أول ثان نص عنوان ثالث'],
    ['<h2>&nbsp;</h2><ul><li>a</li><ul><li>b</li></ul></ul>', 'a b'],
  ],
  'Google Docs': [
    [
      '<b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="rtl" style="line-height:1.38"><span style="font-size:11pt">نص من مستند</span></p></b>',
      'نص من مستند',
    ],
    ['<h1 dir="ltr" id="h.abc"><span>Plan</span></h1><p><a href="#h.abc">Go</a></p>', 'Plan Go'],
    [
      '<p><sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup></p><div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a> Source</p></div>',
      '[1] [1] Source',
    ],
    [
      '<p><span><img src="https://lh7-rt.googleusercontent.com/a" alt="A chart" width="20" height="10"></span></p>',
      'A chart',
    ],
    ['<p dir="ltr"><span>تعلّم Python معنا.</span></p>', 'تعلّم Python معنا.'],
    ['<ul><li dir="ltr" aria-level="1"><p role="presentation"><span>C++ and F#</span></p></li></ul>', 'C++ and F#'],
    ['<meta charset="utf-8"><p><span style="background-color:#ff0">Hi</span></p>', 'Hi'],
    ['<table><colgroup><col width="100"></colgroup><tbody><tr><td><p>خلية</p></td></tr></tbody></table>', 'خلية'],
    ['<p><a href="https://www.google.com/url?q=https://a.example&amp;sa=D">Link</a></p>', 'Link'],
  ],
  Telegram: [
    ['دورة جديدة 🎉\n<b>سجّل الآن</b>', 'دورة جديدة 🎉 سجّل الآن'],
    ['<tg-spoiler>سرّ</tg-spoiler> <a href="tg://resolve?domain=a">@ugarit_ai</a>', 'سرّ @ugarit_ai'],
    ['<u>a</u> <ins>b</ins> <strike>c</strike> <tt>d</tt>', 'a b c d'],
    ['<code>pip install numpy</code><br>#Python', 'pip install numpy #Python'],
    ['<blockquote expandable>نص طويل</blockquote>', 'نص طويل'],
    ['\u200f\u202bنص\u202c\u200f www.ugarit.example', '\u200f\u202bنص\u202c\u200f www.ugarit.example'],
    ['<a href="www.ugarit.example">الموقع</a>', 'الموقع'],
    ['<a href="t.me/ugarit_ai">قناتنا</a>', 'قناتنا'],
  ],
  KaTeX: [
    [`<p>${katex('<mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup>', 'E=mc^2', 'E=mc2')}</p>`, 'E=mc2'],
    [`<p>${katex('<mfrac><mn>1</mn><mn>2</mn></mfrac>', '\\frac12', '12')} كتلة</p>`, '12 كتلة'],
    [
      `<span class="katex-display">${katex('<msqrt><mi>x</mi></msqrt>', '\\sqrt x', '<svg><path d="M0 0"/></svg>x')}</span>`,
      'x',
    ],
    [
      `<p>${katex('<mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr></mtable>', 'a&amp;b', 'ab')}</p>`,
      'ab',
    ],
    [
      '<math display="block"><mrow><mi>y</mi><mo stretchy="false">(</mo><mi>x</mi><mo stretchy="false">)</mo></mrow></math>',
      'y(x)',
    ],
    [`<li>${katex('<mtext>أ</mtext><mo>&lt;</mo><mi>b</mi>', 'a&lt;b', 'a')}</li>`, 'أ<b'],
  ],
  'a copied page': [
    ['<article><h3>عنوان</h3><section>أ</section><section>ب</section></article>', 'عنوان أ ب'],
    [
      '<object data="https://a.example/b.pdf" type="application/pdf"><p>The <a href="/b">file</a></p></object>',
      'The file',
    ],
    ['<audio controls src="https://a.example/b.mp3"></audio>', 'https://a.example/b.mp3'],
    ['<form action="/a"><button>إرسال</button><select><option>x</option></select></form>', 'إرسال'],
    ['<noscript><img src="a.png"></noscript><p>Rest</p>', 'Rest'],
    ['<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>', '漢 ( kan )'],
    ['<p onclick="go()">Text <a href="javascript:go()">here</a></p>', 'Text here'],
    ['<img src="data:image/gif;base64,R0lGOD" data-src="a.png" alt="">نص', 'نص'],
    ['<picture><source srcset="b.webp"><img src="https://a.example/a.png" alt="Photo"></picture>', 'Photo'],
  ],
}

export const editorTexts: EditorText[] = Object.entries(rows).flatMap(([editor, texts]) =>
  texts.map(([html, reads]) => ({ editor, html, reads })),
)
