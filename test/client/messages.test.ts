import { describe, expect, test } from 'vitest'
import { loadMessages } from '../../client/language/i18n'
import ar from '../../client/language/messages/ar.json'
import en from '../../client/language/messages/en.json'
import { sourcesOf } from '../support/sources'

type Tree = { [key: string]: string | Tree }

const leavesOf = (tree: Tree, prefix = ''): [key: string, text: string][] =>
  Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : leavesOf(value, `${prefix}${key}.`),
  )

const plural = /_(?:zero|one|two|few|many|other)$/
const texts = { en: new Map(leavesOf(en)), ar: new Map(leavesOf(ar)) }
const baseKeys = (locale: 'en' | 'ar') =>
  [...new Set([...texts[locale].keys()].map((key) => key.replace(plural, '')))].sort()
const placeholders = (text: string) => [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map(([, name]) => name).sort()

/** Arabic labels that are correct in Latin letters. */
const latinInArabic: Record<string, string> = {
  'language.en.short': 'the switch names each language in its own letters (spec section 1)',
  'language.en.name': 'the switch names each language in its own letters (spec section 1)',
}

test('both languages have the same labels', () => {
  expect(baseKeys('ar')).toStrictEqual(baseKeys('en'))
})

test('counted labels have every plural form of their language', () => {
  const forms = { en: ['one', 'other'], ar: ['zero', 'one', 'two', 'few', 'many', 'other'] }
  for (const locale of ['en', 'ar'] as const) {
    const counted = [...texts[locale].keys()].filter((key) => plural.test(key)).map((key) => key.replace(plural, ''))
    expect(counted.length).toBeGreaterThan(0)
    for (const key of counted) {
      for (const form of forms[locale])
        expect(texts[locale].has(`${key}_${form}`), `${locale} ${key}_${form}`).toBe(true)
    }
  }
})

test.each(['en', 'ar'] as const)('no label of %s is empty, unfinished or wrapped in white space', (locale) => {
  for (const [key, text] of texts[locale]) {
    expect(text.trim(), key).toBe(text)
    expect(text, key).not.toMatch(/^$|t(?:odo|bd)|lorem|\?\?\?|\s{2}/i)
  }
})

test('every Arabic label has Arabic letters, but for the few listed', () => {
  const latin = [...texts.ar].filter(([, text]) => !/\p{Script=Arabic}/u.test(text)).map(([key]) => key)
  expect(latin.filter((key) => !(key in latinInArabic))).toStrictEqual([])
})

test('no English label has Arabic letters, but for the name of the language', () => {
  const arabic = [...texts.en].filter(([, text]) => /\p{Script=Arabic}/u.test(text)).map(([key]) => key)
  expect(arabic.filter((key) => !key.startsWith('language.ar.'))).toStrictEqual([])
})

test('digits are Latin in both languages', () => {
  for (const [key, text] of texts.ar) expect(text, key).not.toMatch(/[٠-٩۰-۹]/)
})

test('both languages fill in the same values', () => {
  for (const [key, text] of texts.ar) {
    const twin = texts.en.get(key) ?? texts.en.get(key.replace(plural, '_other')) ?? ''
    const mayOmitCount = plural.test(key)
    const [own, other] = [placeholders(text), placeholders(twin)].map((names) =>
      names.filter((name) => !(mayOmitCount && name === 'count')),
    )
    expect(own, key).toStrictEqual(other)
  }
})

test.each([
  [0, 'zero'],
  [1, 'one'],
  [2, 'two'],
  [3, 'few'],
  [10, 'few'],
  [11, 'many'],
  [99, 'many'],
  [100, 'other'],
  [102, 'other'],
  [103, 'few'],
])('%i hours in Arabic take the form "%s"', async (count, form) => {
  const expected = texts.ar.get(`detail.hours_${form}`)?.replace(/\{\{\s*count\s*\}\}/, String(count))
  const t = await loadMessages('ar')
  expect(t('detail.hours', { count })).toBe(expected)
})

test.each(['Python', 'بايثون', '<b>&"\'', '$& $1 $$', '{{product}}'])(
  'a label takes the value %j as it is',
  async (product) => {
    const t = await loadMessages('en')
    expect(t('nav.productNews', { product })).toBe(
      texts.en.get('nav.productNews')?.replace('{{product}}', () => product),
    )
  },
)

test('a missing label is an error unless a default text is given', async () => {
  const t = await loadMessages('ar')
  expect(() => t('product.none')).toThrow('there is no label "product.none"')
  expect(t('product.none', { defaultValue: 'None' })).toBe('None')
})

// Spec section 2, "Texts in both languages", and the labels that its screens name. Case, spaces and hyphens may differ.
const labels = [
  'free workshops, programming competitions, {{product}} news, AI news, news, home, courses, about us, our mission',
  'contact us, blogs, events, external links, who we are, books, news letters, online videos and courses, podcasts',
  'other resources, our events, our blogs, register, read more, see more, author, date, hour count, all categories',
  'our courses, load more, follow us, try again',
]
test.each(labels.join(', ').split(', '))('the label "%s" of the spec is there', (label) => {
  const plain = (text: string) => text.toLowerCase().replace(/[\s-]/g, '')
  expect([...texts.en.values()].map(plain)).toContain(plain(label))
})

test('there are five slogans, and an address in Latakia, in both languages', () => {
  for (const locale of ['en', 'ar'] as const) {
    expect([...texts[locale].keys()].filter((key) => /slogan\d\.title$/.test(key))).toHaveLength(5)
    expect([...texts[locale].values()].some((text) => /Latakia|اللاذقية/.test(text))).toBe(true)
  }
})

describe('labels and code', () => {
  const sources = sourcesOf(/\.tsx?$/, 'client')
  const code = sources.map((source) => source.code).join('\n')
  // Template strings such as `head.${page}.title`: each part in braces stands for one word of a key.
  const composed = [...code.matchAll(/`([\w.]*\$\{[^`]*)`/g)].flatMap(([, template = '']) =>
    template.includes('.') && /^[\w.${}()'? :-]+$/.test(template)
      ? [new RegExp(`^${template.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '[^.]+')}$`)]
      : [],
  )

  test('every label is used', () => {
    const unused = baseKeys('en').filter(
      (key) =>
        !code.includes(`'${key}'`) && !code.includes(`"${key}"`) && !composed.some((pattern) => pattern.test(key)),
    )
    expect(unused).toStrictEqual([])
  })

  test('every label that code uses exists', () => {
    const known = new Set(baseKeys('en'))
    const asked = sources.flatMap(({ path, code }) =>
      [...code.matchAll(/(?<![\w.])t\(([^()]*)/g)].flatMap(([, argument = '']) =>
        [...argument.matchAll(/'([a-z]\w*(?:\.\w+)+)'/g)].map(([, key = '']) => ({ path, key })),
      ),
    )
    expect(asked.length).toBeGreaterThan(30)
    expect(asked.filter(({ key }) => !known.has(key))).toStrictEqual([])
  })
})
