/**
 * The formats of back ends that differ from the contract's and are read all the same, which are called legacy formats. Most come from SQL
 * databases behind PHP or Node. `legacy-format-reader.ts` reads them. Visitors' scripts have no use for these texts.
 */
export const legacyFormats = {
  number: { name: 'a number as text', expected: 'a number' },
  boolean: { name: 'true or false as text or as 0 and 1', expected: 'true or false' },
  tags: { name: 'tags as one text', expected: 'a list of texts' },
  nothing: { name: 'null or "" for a field without a value', expected: 'no such field' },
  'zero-date': { name: 'a zero date for no date', expected: 'no such field' },
  'no-picture': { name: 'null for an item without a picture', expected: 'a file name in the images folder' },
  missing: { name: 'status 200 for a missing item', expected: 'status 404 (null in place of a category)' },
  one: { name: 'one item as a list of one', expected: 'an object' },
  'empty-list': { name: 'null for an empty list', expected: 'a list' },
  keys: { name: 'a list with keys', expected: 'a list' },
  pages: { name: 'a list in pages', expected: 'a list' },
  home: { name: 'the home data as an object', expected: 'a list of one' },
  date: { name: 'a date with a space and without a zone', expected: 'an ISO 8601 date and time with a T between them' },
  entity: { name: 'HTML entities in plain text', expected: 'text without entities' },
  picture: { name: 'the address of a picture', expected: 'a file name in the images folder' },
} as const satisfies Record<string, { name: string; expected: string }>

export type FormatId = keyof typeof legacyFormats
