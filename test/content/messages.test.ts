import { expect, test } from 'vitest'
import { type LabelKey, loadMessages } from '#content/i18n'
import ar from '../../content/messages/ar.json'
import en from '../../content/messages/en.json'
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
const valuesIn = (text: string) => [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map(([, name]) => name).sort()

test('both languages have the same labels, with the same values filled in', () => {
  expect(baseKeys('ar')).toStrictEqual(baseKeys('en'))
  for (const [key, text] of texts.ar) {
    const isCounted = plural.test(key)
    const twin = texts.en.get(key) ?? texts.en.get(key.replace(plural, '_other')) ?? ''
    // Leaves out `count`, because words such as Arabic "two hours" contain it.
    const [own, other] = [text, twin].map((each) => valuesIn(each).filter((name) => !isCounted || name !== 'count'))
    expect(own, key).toStrictEqual(other)
  }
})

test.each([
  ['en', ['one', 'other']],
  ['ar', ['zero', 'one', 'two', 'few', 'many', 'other']],
] as const)('counted labels of %s have each of the forms %j', (locale, forms) => {
  const counted = [...texts[locale].keys()].filter((key) => plural.test(key)).map((key) => key.replace(plural, ''))
  expect(counted.length).toBeGreaterThan(0)
  const needed = counted.flatMap((key) => forms.map((form) => `${key}_${form}`))
  expect(needed.filter((key) => !texts[locale].has(key))).toStrictEqual([])
})

const unfinished = /^$|^\s|\s$|\s{2}|t(?:odo|bd)|lorem|\?\?\?/i
// Each language may have Latin or Arabic names, because the switch names each language in its own letters (spec section 1).
test.each<['en' | 'ar', string, RegExp, RegExp?]>([
  ['en', 'is empty, unfinished or wrapped in white space', unfinished],
  ['ar', 'is empty, unfinished or wrapped in white space', unfinished],
  ['en', 'has Arabic letters', /\p{Script=Arabic}/u, /^language\.ar\./],
  ['ar', 'is without Arabic letters', /^\P{Script=Arabic}*$/u, /^language\.en\./],
  ['ar', 'has other than Latin digits', /[٠-٩۰-۹]/],
])('no label of %s %s', (locale, _, wrong, allowed) => {
  expect([...texts[locale]].filter(([key, text]) => wrong.test(text) && !allowed?.test(key))).toStrictEqual([])
})

test('a label takes a value as it is, and a missing label is an error unless a default text is given', async () => {
  const t = await loadMessages('en')
  const missing = 'none.none' as LabelKey
  const product = '<b>&"\' $& {{product}} بايثون'
  expect(t('nav.productNews', { product })).toBe(en.nav.productNews.replace('{{product}}', () => product))
  expect(() => t(missing)).toThrow('there is no label "none.none"')
  expect(t(missing, { defaultValue: 'None' })).toBe('None')
})

// Spec section 2, "Texts in both languages", and the labels that its screens name. Case, spaces and hyphens may differ.
test('every label is used', () => {
  const code = sourcesOf(/\.tsx?$/, 'client', 'content', 'contract', 'server').flatMap(
    (source) => source.code.match(/\w+/g) ?? [],
  )
  const words = new Set(code)
  expect(baseKeys('en').filter((key) => !key.split('.').every((word) => words.has(word)))).toStrictEqual([])
})

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

test.each(['en', 'ar'] as const)('there are five slogans, and an address in Latakia, in %s', (locale) => {
  expect([...texts[locale].keys()].filter((key) => /slogan\d\.title$/.test(key))).toHaveLength(5)
  expect([...texts[locale].values()].join()).toMatch(/Latakia|اللاذقية/)
})

test.each(['en', 'ar'] as const)('no link to more says so twice in %s', async (locale) => {
  const t = await loadMessages(locale)
  const word = locale === 'en' ? /\bmore\b/i : /الكل/
  for (const about of ['detail.related', 'list.ourCourses', 'list.ourEvents', 'list.ourBlogs', 'nav.news'] as const)
    expect(t(about)).not.toMatch(word)
})

test.each<['en' | 'ar', LabelKey, string, Record<string, unknown>?]>([
  ['en', 'list.shownInstead', 'No results for “x”. Showing “y”.', { query: 'x', words: 'y' }],
  ['en', 'list.inBodies', 'Matches are inside the pages.'],
  ['en', 'error.stale', "Couldn't refresh. You're seeing a saved copy."],
  ['en', 'error.failed.text', 'Check your connection and try again.'],
  ['en', 'share.title', 'Share'],
  ['ar', 'list.shownInstead', 'لا نتائج عن «س». إليك نتائج: ص.', { query: 'س', words: 'ص' }],
  ['ar', 'list.inBodies', 'النتائج من داخل النصوص.'],
  ['ar', 'error.stale', 'تعذّر التحديث الآن. ما تراه نسخة محفوظة.'],
  ['ar', 'list.shown', 'نعرض 7 من 26', { shown: 7, total: 26 }],
  ['ar', 'list.allShown', 'نعرض الكل: 26', { total: 26 }],
  ['en', 'list.shown', 'Showing 7 of 26', { shown: 7, total: 26 }],
  ['en', 'list.allShown', 'Showing all 26', { total: 26 }],
  ['ar', 'contact.map', 'الموقع على الخريطة'],
  ['ar', 'contact.formText', 'أخبرنا في بضعة أسطر بما تحتاج إليه، وسنردّ عليك خلال يومَي عمل.'],
  ['ar', 'action.seeMore', 'عرض الكل'],
  ['ar', 'error.failed.text', 'ربما انقطع الاتصال، أو أن خادمنا مشغول الآن. تحقّق من اتصالك وحاول مجددًا.'],
  ['ar', 'detail.hours', '0 ساعة', { count: 0 }],
  ['ar', 'nav.whoWeAre', ar.about.whoWeAre],
])('system messages are plain: in %s "%s" is "%s"', async (locale, key, text, values) => {
  expect((await loadMessages(locale))(key, values)).toBe(text)
})

test.each(['en', 'ar'] as const)('no message of %s has words that only its author understands', (locale) => {
  const odd =
    locale === 'en' ? /\bkept\b|\bthe line may\b|pass it on|mend|^nothing for/i : /لا ساعات|الإنجليزية|انسَ|المعروض/
  expect([...texts[locale]].filter(([, text]) => odd.test(text))).toStrictEqual([])
})
