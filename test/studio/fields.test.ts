import { expect, test } from 'vitest'
import { createSchemas } from '#contract/schemas'
import { entitySchema } from '../../scripts/fixtures/fixture-files'
import { asNew, missingIn, newItem, rowsOf, titleOf, withField } from '../../studio/app/fields'
import ar from '../../studio/app/messages/ar.json'
import en from '../../studio/app/messages/en.json'
import { kinds, type StudioContent } from '../../studio/app/server'

const fixtures = Object.entries(createSchemas('ugarit').fixtures)
const schemas = Object.fromEntries(fixtures.map(([kind, schema]) => [kind, entitySchema(schema)]))
const content = { schemas } as unknown as StudioContent

test('every field of the contract has a label, and each bilingual one two inputs side by side', () => {
  for (const kind of kinds)
    for (const row of rowsOf(content, kind)) {
      expect(Object.keys(en.field)).toContain(row[0]?.label.replace('field.', ''))
      expect(row.map(({ locale }) => locale)).toEqual(row.length === 2 ? ['en', 'ar'] : [undefined])
    }
})

test('the languages of an item are compared text by text', () => {
  const rows = rowsOf(content, 'blogs')
  const missing = missingIn('ar', rows, { en_title: 'A', ar_title: ' ', en_body: '<p>B</p>', en_author: '' })
  expect(missing).toEqual(['field.title', 'field.body'])
  expect(titleOf({ ar_title: 'أ' }, 'en')).toBe('أ')
  expect(titleOf({ name: 'Python', ar_name: 'بايثون' }, 'en')).toBe('Python')
})

test('a new item fits the contract but for its picture and its title', () => {
  const rows = rowsOf(content, 'courses')
  const item = asNew(newItem(rows, [{ slug: 'python' }]), [{ id: 4, slug: 'new' }, { slug: 'new-2' }])
  expect(item).toMatchObject({ id: 5, slug: 'new-3', category: 'python', tags: [], image: '' })
})

test('the slug of a new item follows its title until it is edited; that of a saved one stays', () => {
  const add = asNew({ id: 1, slug: 'new', en_title: '' }, [{ slug: 'robots' }])
  const titled = withField([{ slug: 'robots' }, add], 1, 'en_title', 'Robots', [])
  expect(titled[1]).toEqual({ id: 1, slug: 'robots-2', en_title: 'Robots' })
  expect(withField(titled, 1, 'en_title', 'C++ & robots', [])[1]?.slug).toBe('c-plus-plus-robots')
  const edited = withField(titled, 1, 'slug', 'own', [])
  expect(withField(edited, 1, 'en_title', 'Other', [])[1]?.slug).toBe('own')
  expect(withField(titled, 1, 'en_title', 'Other', [{ id: 1, slug: 'before' }])[1]?.slug).toBe('robots-2')
  expect(withField([{ slug: 'new', name: '' }], 0, 'name', 'A category', [])[0]?.slug).toBe('new')
})

test('both languages have the same messages, Arabic ones in Arabic letters', () => {
  const keysOf = (messages: object) => JSON.stringify(messages, (_, value) => (typeof value === 'string' ? '' : value))
  expect(keysOf(ar)).toBe(keysOf(en))
  const arabic = Object.entries(ar).filter(
    ([key, value]) => typeof value === 'string' && !['language', 'actionOn'].includes(key),
  )
  expect(arabic.filter(([, value]) => !/[ء-ي]/.test(String(value)))).toEqual([])
})
