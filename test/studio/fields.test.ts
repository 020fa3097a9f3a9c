import { expect, test } from 'vitest'
import { entities } from '#contract/entities'
import { kinds } from '#contract/fields'
import { titleIn } from '#contract/identity'
import { asNew, missingIn, newItem, rowsOf, withField } from '../../studio/app/fields'
import ar from '../../studio/app/messages/ar.json'
import en from '../../studio/app/messages/en.json'

const content = { product: 'ugarit' }

test('each bilingual field has two inputs side by side', () => {
  for (const kind of kinds)
    for (const row of rowsOf(content, kind)) {
      expect(row.map(({ locale }) => locale)).toEqual(row.length === 2 ? ['en', 'ar'] : [undefined])
    }
})

test('the languages of an item are compared text by text', () => {
  const rows = rowsOf(content, 'blogs')
  const missing = missingIn('ar', rows, { en_title: 'A', ar_title: ' ', en_body: '<p>B</p>', en_author: '' })
  expect(missing.map(({ en }) => en)).toEqual(['Title', 'Text'])
  expect(titleIn({ ar_title: 'أ' }, 'en')).toBe('أ')
  expect(titleIn({ name: 'Python', ar_name: 'بايثون' }, 'en')).toBe('Python')
})

test('a new item has the required fields, of which the category is still to be chosen', () => {
  const rows = rowsOf(content, 'courses')
  const item = asNew(newItem(rows), [{ id: 4, slug: 'new' }, { slug: 'new-2' }])
  expect(item).toMatchObject({ id: 5, slug: 'new-3', category: '', tags: [], image: '' })
})

test('the slug of a new item follows its title until it is edited; that of a saved one stays', () => {
  const add = asNew({ id: 1, slug: 'new', en_title: '' }, [{ slug: 'robots' }])
  const titled = withField('blogs', [{ slug: 'robots' }, add], 1, 'en_title', 'Robots', [])
  expect(titled[1]).toEqual({ id: 1, slug: 'robots-2', en_title: 'Robots' })
  expect(withField('blogs', titled, 1, 'en_title', 'C++ & robots', [])[1]?.slug).toBe('c-plus-plus-robots')
  const edited = withField('blogs', titled, 1, 'slug', 'own', [])
  expect(withField('blogs', edited, 1, 'en_title', 'Other', [])[1]?.slug).toBe('own')
  expect(withField('blogs', titled, 1, 'en_title', 'Other', [{ id: 1, slug: 'before' }])[1]?.slug).toBe('robots-2')
  expect(withField('courses_categories', [{ slug: 'new', name: '' }], 0, 'name', 'A category', [])[0]?.slug).toBe('new')
})

test('both languages have the same messages, Arabic ones in Arabic letters', () => {
  const keysOf = (messages: object) => JSON.stringify(messages, (_, value) => (typeof value === 'string' ? '' : value))
  expect(keysOf(ar)).toBe(keysOf(en))
  const arabic = Object.entries(ar).filter(
    ([key, value]) => typeof value === 'string' && !['language', 'actionOn', 'within'].includes(key),
  )
  expect(arabic.filter(([, value]) => !/[ء-ي]/.test(String(value)))).toEqual([])
})

test('every count has the plural forms of its language', () => {
  for (const [locale, messages] of Object.entries({ ar, en })) {
    const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions()
    const names = Object.keys(messages)
    const stems = names.flatMap((name) => /^(.*)_other$/.exec(name)?.[1] ?? [])
    expect(stems).toContain('orphans')
    const missing = stems.flatMap((stem) => pluralCategories.map((category) => `${stem}_${category}`))
    expect(missing.filter((name) => !names.includes(name))).toEqual([])
  }
})

test('the studio uses the usual words of Arabic programs', () => {
  const { english, undo, discard, forget, address, lacks, needs } = ar
  expect({ english, undo, discard, forget, address, lacks, needs }).toMatchObject({
    english: 'الإنكليزية',
    undo: 'تراجع',
    discard: 'تجاهل التغييرات',
    forget: 'امسح السجل',
    address: 'رابط الواجهة',
    lacks: { en: 'ينقصه بالإنكليزية: {{fields}}' },
    needs: { reference: 'أحد التصنيفات.', link: expect.stringMatching(/^رابط /) },
  })
})

test('labels of fields say link in Arabic, because the word for an address also means a title', () => {
  const labels = Object.values(entities).flatMap(({ fields }) =>
    Object.values(fields).map(({ type, label }) => ({ type, arabic: label.ar })),
  )
  expect(
    labels.filter(({ type }) => type === 'slug' || type === 'link').map(({ arabic }) => arabic),
  ).not.toContainEqual(expect.stringContaining('عنوان'))
})
