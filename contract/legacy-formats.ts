type Format = {
  name: string
  /** The contract's form, in messages. */
  expected: string
  /** Members of an item or of an answer with this format, as JSON. */
  examples: readonly string[]
  /** The meaning for the site, as Markdown. */
  readAs: string
}

/**
 * The formats of back ends that differ from the contract's and are read all the same, which are called legacy formats. Most come from SQL
 * databases behind PHP or Node. `legacy-format-reader.ts` reads them. Visitors' scripts have no use for these texts.
 */
export const legacyFormats = {
  number: {
    name: 'a number as text',
    expected: 'a number',
    examples: ['"count": "24"'],
    readAs: '`24`',
  },
  boolean: {
    name: 'true or false as text or as 0 and 1',
    expected: 'true or false',
    examples: [
      '"ugarit_news": 1',
      '"ugarit_news": "true"',
      '"ugarit_news": "t"',
      '"ugarit_news": { "type": "Buffer", "data": [1] }',
    ],
    readAs: '`true`',
  },
  text: {
    name: 'a text as a number',
    expected: 'a text',
    examples: ['"slug": 2024', '"en_title": 101'],
    readAs: '`"2024"`',
  },
  reference: {
    name: 'an item in place of its slug',
    expected: 'a slug',
    examples: ['"category": { "slug": "a", "name": "A" }'],
    readAs: '`"a"`',
  },
  tags: {
    name: 'tags as one text or as objects',
    expected: 'a list of texts',
    examples: [
      '"tags": "Python, AI"',
      '"tags": "[\\"Python\\"]"',
      '"tags": "a:1:{i:0;s:6:\\"Python\\";}"',
      '"tags": [{ "id": 1, "name": "Python" }]',
    ],
    readAs: 'a list',
  },
  nothing: {
    name: 'null or "" for a field without a value',
    expected: 'no such field',
    examples: ['"count": null', '"date": ""', '"link": "null"'],
    readAs: 'no such field',
  },
  'zero-date': {
    name: 'a zero date for no date',
    expected: 'no such field',
    examples: ['"date": "0000-00-00 00:00:00"'],
    readAs: 'no such field',
  },
  link: {
    name: 'a link without https://, or as an object',
    expected: 'an http(s) address',
    examples: ['"registration_link": "forms.gle/a"', '"link": { "title": "More", "url": "https://example.org/" }'],
    readAs: '`"https://forms.gle/a"`',
  },
  'no-picture': {
    name: 'null for an item without a picture',
    expected: 'a file name in the images folder',
    examples: ['"image": null'],
    readAs: '`""`: pages show a pattern',
  },
  missing: {
    name: 'status 200 for a missing item',
    expected: 'status 404 (null in place of a category)',
    examples: [
      '"data": null',
      '"data": []',
      '"data": {}',
      '"data": { "course": null }',
      '"data": ""',
      '"data": false',
      '"success": false',
      '"status": "fail"',
      '"code": 404',
    ],
    readAs: 'not there, 404 for visitors',
  },
  nested: {
    name: 'an item inside of another object',
    expected: 'an item with its fields',
    examples: ['"data": { "course": { "slug": "a" } }', '"data": { "id": 1, "attributes": { "slug": "a" } }'],
    readAs: 'the item',
  },
  one: {
    name: 'one item as a list of one',
    expected: 'an object',
    examples: ['"data": [{ "slug": "a" }]'],
    readAs: 'the item',
  },
  'empty-list': {
    name: 'null for an empty list',
    expected: 'a list',
    examples: ['"tags": null'],
    readAs: '`[]`',
  },
  keys: {
    name: 'a list with keys',
    expected: 'a list',
    examples: ['"data": { "1": {}, "3": {} }'],
    readAs: 'a list',
  },
  pages: {
    name: 'a list in pages',
    expected: 'a list',
    examples: ['"data": { "data": [], "current_page": 1 }', '"data": { "docs": [], "total": 0 }'],
    readAs: 'its list',
  },
  home: {
    name: 'the home data as an object',
    expected: 'a list of one',
    examples: ['"data": { "courses": [] }'],
    readAs: 'a list of one',
  },
  'other-date': {
    name: 'a date in the form of a language or a database',
    expected: 'an ISO 8601 date and time with a T between them',
    examples: [
      '"date": { "date": "2027-01-05 18:00:00.000000", "timezone_type": 3, "timezone": "UTC" }',
      '"date": "Tue, 05 Jan 2027 18:00:00 GMT"',
      '"date": [2027, 1, 5, 18, 0]',
      '"date": 1799172000',
      '"date": "2027-01-05 18:00:00+00"',
    ],
    readAs: 'that time',
  },
  date: {
    name: 'a date with a space and without a zone',
    expected: 'an ISO 8601 date and time with a T between them',
    examples: ['"date": "2027-01-05 18:00:00"'],
    readAs: 'that time in Damascus',
  },
  entity: {
    name: 'HTML entities in plain text',
    expected: 'text without entities',
    examples: ['"en_title": "R&amp;D"'],
    readAs: '`R&D`',
  },
  'picture-path': {
    name: 'the path of a picture',
    expected: 'a file name in the images folder',
    examples: ['"image": "/storage/a.webp"', '"image": { "url": "/uploads/a.webp" }'],
    readAs: 'the picture at that address of the API',
  },
  picture: {
    name: 'the address of a picture',
    expected: 'a file name in the images folder',
    examples: ['"image": "https://api.example.org/up/a.webp"'],
    readAs: 'the picture at that address',
  },
} as const satisfies Record<string, Format>

export type FormatId = keyof typeof legacyFormats
