import { describe, expect, test } from 'vitest'
import { listPageOf } from '#content/list-page'
import { search } from '#content/search'
import { indexAhead, indexedWordsOf } from '#content/search-index'
import { termsOf } from '#content/search-terms'
import { foldText, isOneEdit, stemOf, wordsOf } from '#content/words'

describe('folding', () => {
  test.each([
    ['أإآٱا', 'ااااا', 'alef with and without hamza, madda and wasla'],
    ['مؤتمر شؤون', 'موتمر شوون', 'waw with hamza'],
    ['بيئة قارئ', 'بييه قاري', 'yaa with hamza'],
    ['برمجة', 'برمجه', 'taa marbuta'],
    ['مستوى على', 'مستوي علي', 'alef maqsura'],
    ['تَعَلُّمٌ مُتَقَدِّمٍ', 'تعلم متقدم', 'diacritics'],
    ['هٰذا', 'هذا', 'superscript alef'],
    ['تعلّـــم', 'تعلم', 'tatweel and shadda'],
    ['١٢٣ ۴۵۶', '123 456', 'Arabic-Indic and Persian digits'],
    ['یک کتاب', 'يك كتاب', 'Persian yeh and keheh'],
    ['رحمۃ اللہ ھنا ے ڪ ە', 'رحمه الله هنا ي ك ه', 'letters of Urdu and Kurdish keyboards'],
    ['ﻻ ﷲ', 'لا الله', 'joined forms'],
    ['Deep LEARNING', 'deep learning', 'case'],
    ['Café naïve Ångström', 'cafe naive angstrom', 'accents'],
    ['\u2068C++\u2069 \u200fABC\u200d', 'c++ abc', 'marks of direction and joining'],
    ['it’s ‘so’', "it's 'so'", 'apostrophes'],
  ])('%s becomes %s: %s', (text, folded) => {
    expect(foldText(text)).toBe(folded)
    expect(foldText(folded), 'the same when done again').toBe(folded)
  })

  test.each([
    [' \tً ـ', []],
    ['Python,AI تعلّم، آلة؛ C++', ['python', 'ai', 'تعلم', 'اله', 'c++']],
    ['«بايثون»: ما هي؟ (Python!)', ['بايثون', 'ما', 'هي', 'python']],
    ['#الذكاء_الاصطناعي deep-learning', ['الذكاء', 'الاصطناعي', 'deep-learning']],
    ['بايثون. @ugarit C# .NET node.js – 3.12…', ['بايثون', 'ugarit', 'c#', '.net', 'node.js', '3.12']],
  ])('the words of %j are %j', (query, words) => {
    expect(wordsOf(query)).toStrictEqual(words)
  })
})

test.each([
  ['مسابقة المسابقة مسابقات والمسابقات بالمسابقات للمسابقة مسابقتان مسابقتين مسابقتها مسابقاتهم', 'مسابق'],
  ['مبرمج المبرمجون مبرمجين مبرمجات كالمبرمج', 'مبرمج'],
  ['ورشة الورشة وورشة ورشات فالورشات', 'رش'],
  ['course courses', 'cours'],
  ['library libraries', 'librar'],
  ['class classes', 'clas'],
  ["program programs programming programmed program's programs'", 'program'],
  ['code codes coding coded', 'cod'],
])('%s have one stem', (words, stem) => {
  const stems = words.split(' ').map((word) => stemOf(foldText(word)))
  expect(new Set(stems)).toStrictEqual(new Set([stem]))
})

test.each([
  ['python', 'pyton ython pytho pythoon pythonn pithon pyhton ypthon pythno', true],
  ['python', 'python pyto phyton pxthxn pyhtno', false],
  ['ab', 'ba a', true],
  ['', 'a', true],
  ['', 'ab', false],
])('one edit between %j and each of %j: %s', (one, others, expected) => {
  for (const other of others.split(' '))
    expect([isOneEdit(one, other), isOneEdit(other, one)], other).toStrictEqual([expected, expected])
})

describe('searching', () => {
  const items = [
    { slug: 'python', en_title: 'Python from <b>zero</b>', ar_title: 'بايثون من الصفر', tags: ['Beginner'] },
    { slug: 'ml', en_title: 'Machine learning', ar_description: 'مقدّمة إلى تعلّم الآلة، 24 ساعة', tags: ['AI', '١٠١'] },
    { slug: 'c', en_title: 'C++ & algorithms', en_description: 'Résumé: fast &amp; close to the machine', tags: null },
    { slug: 'kids', ar_title: 'برمجة الأطفال', en_body: '<p>a snake</p>', category: 'first-steps', ar_author: 'هدى' },
    { slug: 'odd', en_title: 7, ar_title: null, tags: [null, 5, 'لغة'], ar_body: 'مخطوطة' },
  ]
  const find = (query: string, locale: 'en' | 'ar') => {
    const { items: found, marksIn, ...how } = search(items, termsOf(query), locale)
    return { slugs: found.map(({ slug }) => slug), ...how }
  }

  test.each<['en' | 'ar', queries: string[], slugs: string[], how?: object]>([
    ['en', ['python', 'PYTH', 'zero python'], ['python']],
    ['en', ['machine learning', '101', 'ai'], ['ml']],
    ['en', ['resume', 'fast & close', 'c++', '(algorithms!)'], ['c']],
    ['en', ['لغه'], ['odd']],
    ['en', ['first', 'steps', 'first-steps'], ['kids']],
    ['en', ['machine-learning', '#machine_learning', 'Machine/Learning.'], ['ml']],
    ['ar', ['#تعلم_الآلة', 'الذكاء-الاصطناعي'], ['ml']],
    ['ar', ['تعلم الاله', 'مُقَدِّمة', '٢٤'], ['ml']],
    ['ar', ['الاطفال', 'برمجه', 'اطفا', 'هدي'], ['kids']],
    ['ar', ['machine'], ['ml', 'c']],
    // Another form of a word is the same word, so no note says that it stands in for the query's.
    ['en', ['pythons', 'zero pythons'], ['python']],
    ['en', ['machines learned'], ['ml']],
    ['ar', ['مقدماتها'], ['ml']],
    ['en', ['pyhton'], ['python'], { instead: 'Python' }],
    ['en', ['fast algoritms'], ['c'], { instead: 'fast algorithms' }],
    ['en', ['snake', 'snakes'], ['kids'], { inBodies: true }],
    ['en', ['الصفر', 'python الصفر'], ['python'], { inOtherLanguage: true }],
    ['en', ['الصفرات'], ['python'], { inOtherLanguage: true }],
    ['en', ['مخطوطه'], ['odd'], { inBodies: true }],
    ['ar', ['zero'], ['python'], { inOtherLanguage: true }],
    ['ar', ['بايثزن'], ['python'], { instead: 'بايثون' }],
    // A space may be missing.
    ['en', ['machinelearning', 'machinelearnings'], ['ml']],
    ['en', ['swimming machinelearning'], ['ml'], { isPartial: true }],
    ['ar', ['برمجةالأطفال', 'برمجهالاطفال'], ['kids']],
    // Words that say nothing are left out.
    ['en', ['a course about machine learning'], ['ml']],
    ['ar', ['بدي دورة عن بايثون', 'كورس بايثون'], ['python']],
    // Synonyms, in both languages, and names of tags.
    ['en', ['children programming'], ['kids']],
    ['en', ['Phyton', 'bython'], ['python']],
    ['en', ['A.I.'], ['ml']],
    ['en', ['بايثون', 'zero بايثون', 'البايثونات'], ['python']],
    ['ar', ['كود للولاد', 'برمجة لولاد صغار'], ['kids']],
    ['ar', ['ذكاء صنعي', 'الذكاء الاصطناعي', 'artificial intelligence'], ['ml']],
    // No item has all words: the nearest.
    ['en', ['zero machine'], ['python', 'ml'], { isPartial: true }],
    ['en', ['python swimming'], ['python'], { isPartial: true }],
    ['ar', ['بايثون سباحة'], ['python'], { isPartial: true }],
  ])('on the page in %s, each of %j finds %j and says %j', (locale, queries, slugs, how) => {
    for (const query of queries) expect([query, find(query, locale)]).toStrictEqual([query, { slugs, ...how }])
  })

  // One edit makes "fast" of "cast", but nobody mistypes the first letter; "close" is no correction of "clone" or "loser".
  test.each([
    ...['amp', '<b>', 'zeroبايثون', 'achine', 'ززز', 'gorithm', 'cast', 'loser', 'clone'],
    ...['طفال', 'اونلاين', 'online'],
  ])('%j finds nothing', (query) => {
    for (const locale of ['en', 'ar'] as const) expect(find(query, locale)).toStrictEqual({ slugs: [] })
  })

  test.each<[titles: string[], query: string, indexes: number[], instead?: string]>([
    // A misspelt word is corrected only from five letters on.
    [['Book club', 'Tables'], 'bock', []],
    [['Book club', 'Tables'], 'tablse', [1], 'Tables'],
    // A word that titles contain stays as it is next to a misspelt word.
    [['Tables of data', 'Cables of data', 'Fables'], 'tables dataa', [0], 'Tables data'],
    // Titles come first, then the order of the list.
    [['Data: With Git', 'Git', 'Maths: Git', 'Git again'], 'git', [1, 3, 0, 2]],
    // A word that no title contains also finds titles with another form of the word, and is not reported as missing.
    [['Data: For languages', 'A large language model'], 'languages', [1, 0]],
  ])('of the titles %j, %j finds those at %j and says %j', (titles, query, indexes, instead) => {
    const list = titles.map((text) => {
      const [en_title, en_description] = text.split(': ')
      return { slug: 'a', en_title, en_description }
    })
    const found = search(list, termsOf(query), 'en')
    expect([found.items, found.instead]).toStrictEqual([indexes.map((index) => list[index]), instead])
  })
})

describe('the words found are marked', () => {
  const item = {
    slug: 'nlp',
    en_title: 'Deep-learning (NLP) & C++',
    ar_title: 'التعلُّم العميق: PyTorch، ولغتنا',
    en_description: 'Learn deeply.',
    ar_description: `${'كلمة '.repeat(30)}العميق`,
  }
  const marked = (locale: 'en' | 'ar', query: string) => {
    const [card] = listPageOf([item], 'courses', new URLSearchParams({ q: query }), locale).cards
    return [card?.title, card?.excerpt].map((value) => value?.marks?.map((mark) => value.text.slice(...mark)))
  }

  test.each([
    ['en', 'lear', ['learning'], ['Learn']],
    ['en', 'deep nlp', ['Deep', 'NLP'], ['deeply']],
    ['en', 'c++', ['C++'], undefined],
    ['en', 'lerning', ['learning'], undefined],
    ['en', 'عميق', undefined, undefined],
    ['ar', 'pytorch عميق', ['العميق', 'PyTorch'], undefined],
    ['ar', 'التعلم العميق', ['التعلُّم', 'العميق'], undefined],
    ['ar', 'deep learning', ['التعلُّم', 'العميق'], undefined],
    ['ar', 'لغتهم', ['ولغتنا'], undefined],
    ['ar', 'كلمات', undefined, Array(20).fill('كلمة')],
  ] as const)('on the page in %s, %j marks %j and %j', (locale, query, title, excerpt) => {
    expect(marked(locale, query)).toStrictEqual([title, excerpt])
  })
})

test('a word that is too long for a language keeps its endings', () => {
  const word = `${'يه'.repeat(45)}ب`
  expect(stemOf(word)).toBe(word)
  expect(stemOf('بيانات')).toBe('بيا')
})

test('a query is not cut inside a character', () => {
  const address = new URLSearchParams({ q: `${'a'.repeat(99)}😀` })
  expect(listPageOf([], 'courses', address, 'en').query).toBe('a'.repeat(99))
})

test('a word that occurs 200,000 times in a text is found', () => {
  const list = [{ slug: 'a', en_title: 'A', en_description: 'b-c '.repeat(200_000) }]
  expect(search(list, termsOf('c'), 'en').items).toHaveLength(1)
})

test.each([
  ['different words', (item: number) => Array.from({ length: 7_000 }, (_, index) => `${item}w${index}`).join(' ')],
  ['characters that become many letters', (item: number) => `${item}w ${'\ufdfa'.repeat(49_000)}`],
  [
    'words with many parts',
    (item: number) => Array.from({ length: 7_000 }, (_, index) => `${item}w${index}`).join('-'),
  ],
  ['markup without a text', (item: number) => `${item}w ${'<i></i>'.repeat(7_000)}`],
])('a list of many items with %s is indexed to a bound', (_, textOf) => {
  const many = Array.from({ length: 300 }, (_, index) => ({ slug: `s${index}`, text: textOf(index) }))
  for (const part of ['body', 'summary'] as const) {
    const list = many.map(({ slug, text }) => ({
      slug,
      [part === 'body' ? 'en_body' : 'tags']: part === 'body' ? text : [text],
    }))
    const { all } = indexedWordsOf(list, part, 'en')
    expect(all.length).toBeLessThanOrEqual(50_000)
    expect(all.some(({ word }) => /^299w/.test(word))).toBe(false)
    expect(all.some(({ word }) => /^0w/.test(word))).toBe(true)
  }
})

test('a text of any length is searched to a bound that no real text reaches', () => {
  const words = Array.from({ length: 100_000 }, (_, index) => `w${index}`)
  const last = words[8_000]
  for (const field of ['title', 'description', 'author', 'teacher', 'body']) {
    const list = [{ slug: 'a', en_title: 'A', [`en_${field}`]: words.join(' ') }]
    const part = field === 'body' ? 'body' : 'summary'
    expect(indexedWordsOf(list, part, 'en').all.length).toBeLessThan(10_000)
    expect(search(list, termsOf(String(last)), 'en').items).toHaveLength(1)
  }
  const tagged = [{ slug: 'a', en_title: 'A', tags: words }]
  expect(indexedWordsOf(tagged, 'summary', 'en').all.length).toBeLessThan(20_000)
})

test('a query has each word once, and a long title is marked at its beginning', () => {
  expect(termsOf('c d c d c').map(({ words }) => words.map(({ word }) => word))).toStrictEqual([['c'], ['d']])
  const list = [{ slug: 'a', en_title: 'word '.repeat(100_000) }]
  const [card] = listPageOf(list, 'courses', new URLSearchParams({ q: 'word word' }), 'en').cards
  expect(card?.title.marks).toHaveLength(200)
})

test('a list is indexed ahead in steps, as its first search would index it', async () => {
  const items = Array.from({ length: 40 }, (_, index) => ({
    slug: `a${index}`,
    en_title: `Title ${index}`,
    en_body: 'Body',
  }))
  const [list, other] = [[...items], [...items]]
  let pauses = 0
  await indexAhead(list, 'en', async () => {
    pauses++
    // A search that comes in between is answered.
    if (pauses === 3) expect(indexedWordsOf(list, 'body', 'en').all.length).toBeGreaterThan(0)
  })
  expect(pauses).toBeGreaterThan(items.length)
  for (const part of ['summary', 'body'] as const)
    expect(indexedWordsOf(list, part, 'en')).toStrictEqual(indexedWordsOf(other, part, 'en'))
  await indexAhead(list, 'en', () => Promise.reject(new Error('indexed again')))
})
