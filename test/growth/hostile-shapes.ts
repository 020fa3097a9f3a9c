/** Texts that make careless code slow, by name. Each is made of a repeated part. */
const repeated: Record<string, string> = {
  'comments that never close': '<!--',
  'empty comments': '<!---->',
  'scripts that never close': '<script>',
  'styles that never close': '<style ',
  'open tags': '<b',
  'nested elements': '<div>',
  'nested lists': '<ul><li>',
  'nested tables': '<table><tr><td>',
  'unclosed formatting': '<p><b title="#"></p>',
  'unclosed links': '<a href="x">',
  'unclosed formulas': '<span class="katex-mathml"></span><span class="katex-html">',
  'headings of two levels': '<h3>a</h3><h6>b</h6>',
  'unclosed headings': '<h3><h6>',
  'ends of paragraphs': '</p>',
  'fostered text': '<table>a<b>',
  pictures: '<img src="a.png">',
  'quotes inside quotes': `<a x="<a y='" z='`,
  'attributes without a tag': ' a#="b"',
  entities: '&amp;',
  'unfinished entities': '&#1',
  'processing instructions': '<?',
  'lone surrogates': '\ud800',
  emoji: '👩‍💻',
  'Arabic endings': 'يه',
  'Arabic prefixes': 'وال',
  'vowel signs': '\u064b',
  'marks out of order': '\u0301\u0316',
  'halfwidth marks out of order': '\uff9e\u0316',
  spaces: ' ',
  'line breaks': '\n',
  'quotation marks': '"',
  slashes: '/',
  points: '.',
  digits: '1',
  commas: ',',
  backslashes: '\\',
  percents: '%e0',
  'weak tags': 'W/"a", ',
  ranges: '0-1,',
  'settings of faults': 'error=5% ; ',
  'open lists': '[',
  'open objects': '{"a":',
  'escaped surrogates': '\\ud800',
  ampersands: '?a=b&',
  words: 'كلمة word ',
}

/** The hostile texts of a length, by name. `#` in a repeated part becomes its number. The last two have another beginning and end. */
export function hostileTexts(length: number): Map<string, string> {
  const texts = new Map(Object.entries(repeated).map(([name, part]) => [name, repeat(part, length)]))
  texts.set('many attributes', `<p${repeat(' a#="b"', length)}>`)
  texts.set('a word that ends like no other', `${repeat('يه', length)}ب`)
  return texts
}

function repeat(part: string, length: number): string {
  const numbered = Array.from({ length: Math.ceil(length / part.length) }, (_, index) =>
    part.replace('#', String(index)),
  )
  return numbered.join('').slice(0, length)
}
