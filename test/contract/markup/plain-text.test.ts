import { expect, test } from 'vitest'
import { plainText } from '#contract/markup/plain-text'
import { katex } from '../../support/editor-texts'

test.each([
  ['<p>One</p><p>Two</p>', 'One Two'],
  ['a<br/>b\n\n c\t', 'a b c'],
  ['<script>alert(1)</script>text<style>p{}</style>', 'text'],
  ['<!-- no -->yes', 'yes'],
  ['<ul><li>the <strong>a</strong>, <em lang="en">then</em>.</li><li>b</li></ul>', 'the a, then. b'],
  ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
  ['&#1571;&#x623;&nbsp;&quot;&apos;', 'أأ "\''],
  ['&unknown; &#0; &#x110000;', '&unknown; \ufffd \ufffd'],
  ['L&rsquo;&eacute;t&eacute; &laquo;x&raquo; &copy 2026 R&D AT&T', 'L’été «x» © 2026 R&D AT&T'],
  ['&#146;&#x80;&ThickSpace;&NotEqualTilde;', '’€ ≂̸'],
  ['a<o:p></o:p>b<w:WordDocument>c<st1:place w:st="on">d</st1:place>', 'abcd'],
  [
    '<!--[if gte mso 9]><xml>a</xml><![endif]-->b<![if !supportLists]>·<![endif]>c<?xml:namespace prefix = o />d',
    'b·cd',
  ],
  ['<math><mi>E</mi><mo>=</mo><mi>m</mi><annotation encoding="x">E=m</annotation></math>', 'E=m'],
  [
    `<p>By ${katex('<mi>E</mi><mo>=</mo><mi>m</mi>', 'E=m', '<span class="mord">E</span>=m')} we mean</p>`,
    'By E=m we mean',
  ],
  [`${katex('<mi>a</mi>', 'a', 'a')} and ${katex('<mi>b</mi>', 'b', 'b')}`, 'a and b'],
  // Without MathML the layout is all there is, and one that does not end is read.
  ['<span class="katex"><span class="katex-html" aria-hidden="true"><span>E</span></span></span>', 'E'],
  ['<span class="katex-mathml"><math><mi>a</mi></math></span><span class="katex-html"><span>b</span>c', 'abc'],
  ['<svg><title>a</title></svg>b<textarea>c</textarea>', 'b'],
  ['<xml>a<w:View>b</w:View></xml>c <xml> d </xml', 'c <xml> d </xml'],
  ['<!DOCTYPE html>a', 'a'],
  ['\ufffca\u2028\uf0b7 b', 'a • b'],
  ['<tg-emoji emoji-id="1">👍</tg-emoji>a<tg-spoiler>b</tg-spoiler>', '👍ab'],
  ['2 < 3 and 5 > 4', '2 < 3 and 5 > 4'],
  ['C++ (advanced) & <Python 3> "quoted"', 'C++ (advanced) & <Python 3> "quoted"'],
  ['vector<int> & List<String>', 'vector<int> & List<String>'],
  ['a <b & c> d', 'a <b & c> d'],
  ['x <- y, <3, <<EOF>>, </>', 'x <- y, <3, <<EOF>>, </>'],
  ['<my-element>, <Python>, </Python>', '<my-element>, <Python>, </Python>'],
  ['<div class="a" hidden>a</DIV >b<br />c', 'a b c'],
  ["<a href='x>y' title=z>link</a>s", 'links'],
  ['<img src=x onerror=alert(1)>text', 'text'],
  ['<b', '<b'],
  ['a <!-- b', 'a <!-- b'],
  ['a <script> b', 'a b'],
  ['<b title="1 < 2">a</b> <img alt="<b>" src=x>c', 'a c'],
  ['&#xd800;&#57343;', '\ufffd\ufffd'],
])('plainText(%j) is %j', (html, text) => {
  expect(plainText(html)).toBe(text)
})
