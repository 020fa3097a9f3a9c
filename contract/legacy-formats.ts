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
    examples: ['"ugarit_news": 1', '"ugarit_news": "true"'],
    readAs: '`true`',
  },
  tags: {
    name: 'tags as one text',
    expected: 'a list of texts',
    examples: ['"tags": "Python, AI"', '"tags": "[\\"Python\\"]"', '"tags": "a:1:{i:0;s:6:\\"Python\\";}"'],
    readAs: 'a list',
  },
  nothing: {
    name: 'null or "" for a field without a value',
    expected: 'no such field',
    examples: ['"count": null', '"date": ""'],
    readAs: 'no such field',
  },
  'zero-date': {
    name: 'a zero date for no date',
    expected: 'no such field',
    examples: ['"date": "0000-00-00 00:00:00"'],
    readAs: 'no such field',
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
    examples: ['"data": null', '"data": []', '"data": {}', '"data": ""', '"data": false', '"success": false'],
    readAs: 'not there, 404 for visitors',
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
    examples: ['"data": { "data": [], "current_page": 1 }'],
    readAs: 'its list',
  },
  home: {
    name: 'the home data as an object',
    expected: 'a list of one',
    examples: ['"data": { "courses": [] }'],
    readAs: 'a list of one',
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
  picture: {
    name: 'the address of a picture',
    expected: 'a file name in the images folder',
    examples: ['"image": "https://api.example.org/up/a.webp"'],
    readAs: 'the picture at that address',
  },
} as const satisfies Record<string, Format>

export type FormatId = keyof typeof legacyFormats
