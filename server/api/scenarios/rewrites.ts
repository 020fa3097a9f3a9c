type Fields = Record<string, unknown>

const word = {
  en: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  ar: 'أفاستسقيناكموها',
}
const sentence = {
  en: 'A sentence that takes its time, turns a corner or two, and still has something to say at its end. ',
  ar: 'جملة تأخذ وقتها، وتنعطف مرة أو مرتين، ويبقى عندها ما تقوله حين تصل إلى آخرها. ',
}

/** Valid content that is hard on a layout: missing fields, long texts, and texts in the other direction. */
export const contentChanges: Record<string, (item: Fields) => Fields> = {
  /** Names a picture that isn't there. */
  'no-image': (item) => ({ ...item, image: 'there-is-no-such-picture.webp' }),
  'arabic-only': (item) => withFields(item, (field) => !field.startsWith('en_') && field !== 'name'),
  'english-only': (item) => withFields(item, (field) => !field.startsWith('ar_')),
  /** Keeps only the required fields. */
  minimal: (item) => ({
    ...withFields(
      item,
      (field, value) =>
        /^(?:category|event_type|image|(?:ar_)?name|.._title)$/.test(field) || typeof value === 'boolean',
    ),
    ...('tags' in item && { tags: [] }),
  }),
  long: (item) => ({
    ...inBoth(item, 'title', (text, language) => `${text} ${sentence[language].repeat(2)}${word[language]}`),
    ...inBoth(item, 'description', (_, language) => sentence[language].repeat(6)),
    ...inBoth(item, 'body', longBody),
    ...inBoth(item, 'author', (_, language) => sentence[language].repeat(2)),
    tags: Array.from({ length: 24 }, (_, index) => (index % 5 ? `Tag number ${index}` : sentence.en)),
    count: 1_234_567,
  }),
  /** Arabic words in English texts, and English ones in Arabic texts. */
  mixed: (item) => ({
    ...inBoth(item, 'title', mixedText),
    ...inBoth(item, 'description', mixedText),
    ...inBoth(item, 'body', (text, language) => `<p>${mixedText('', language)}</p>${text}`),
    ...inBoth(item, 'author', mixedText),
    tags: ['C++ و Python', 'تعلّم الآلة (ML)', '#AI', '١٢٣ / 123'],
  }),
  /** Script injections in every text. A page that runs one gets the title "hostile". */
  hostile: (item) => ({
    ...inBoth(
      item,
      'title',
      (text) => `${text} <img src=x onerror="${attack}">{{7*7}}</title><script>${attack}</script>`,
    ),
    ...inBoth(item, 'description', (text) => `"><script>${attack}</script>${text}`),
    ...inBoth(item, 'body', (text) => `<script>${attack}</script><svg onload="${attack}"></svg>${hostileLinks}${text}`),
    ...inBoth(item, 'author', (text) => `<b onmouseover="${attack}">${text}</b>`),
    tags: [`<script>${attack}</script>`, '__proto__', '-->'],
  }),
}

const attack = "document.title='hostile'"
const hostileLinks = `<p><a href="javascript:${attack}">link</a><img src="x" onerror="${attack}"></p><style>body{display:none}</style>`

type Language = 'en' | 'ar'

function withFields(item: Fields, isKept: (field: string, value: unknown) => boolean): Fields {
  return Object.fromEntries(Object.entries(item).filter(([field, value]) => field === 'slug' || isKept(field, value)))
}

/**
 * Returns the changed fields of a bilingual pair. For `title` returns the whole item, with a category's name as its title. An item
 * that lacks the pair gets it, because unknown fields are allowed.
 */
function inBoth(item: Fields, field: string, change: (text: string, language: Language) => string): Fields {
  const names =
    'ar_name' in item && field === 'title' ? { en: 'name', ar: 'ar_name' } : { en: `en_${field}`, ar: `ar_${field}` }
  const rest = field === 'title' ? item : {}
  return {
    ...rest,
    [names.en]: change(String(item[names.en] ?? ''), 'en'),
    [names.ar]: change(String(item[names.ar] ?? ''), 'ar'),
  }
}

function mixedText(text: string, language: Language): string {
  return language === 'en'
    ? `C++ و Python: من الصفر, in 12 weeks (50%). ${text}`
    : `Node.js v20.19 (LTS) و React 19: من الصفر، 3+ أسابيع. ${text}`
}

function longBody(text: string, language: Language): string {
  const long = sentence[language].repeat(8)
  const cells = Array.from({ length: 9 }, () => `<td>${word[language]}</td>`).join('')
  const heads = Array.from({ length: 9 }, (_, index) => `<th>${index} ${word[language]}</th>`).join('')
  return `<p>${long}</p><h2>${long}</h2><table><tr>${heads}</tr><tr>${cells}</tr></table>
<pre><code>const ${'veryLongName'.repeat(30)} = 1</code></pre><blockquote><p>${long}</p></blockquote>
<ul><li>${long}<ol><li>${word[language].repeat(6)}</li></ol></li></ul><p>https://example.org/${'a-long-path/'.repeat(20)}</p>${text.repeat(3)}`
}
