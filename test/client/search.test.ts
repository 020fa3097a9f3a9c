import { describe, expect, test } from 'vitest'
import { foldText, searchItems, wordsOf } from '../../client/content/search'

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
    ['ﻻ ﷲ', 'لا الله', 'joined forms'],
    ['Deep LEARNING', 'deep learning', 'case'],
    ['Café naïve Ångström', 'cafe naive angstrom', 'accents'],
    ['\u2068C++\u2069 \u200fABC\u200d', 'c++ abc', 'marks of direction and joining'],
    ['it’s ‘so’', "it's 'so'", 'apostrophes'],
    ['ＡＩ', 'ai', 'wide letters'],
    ['ء', 'ء', 'hamza by itself stays'],
  ])('%s becomes %s: %s', (text, folded) => {
    expect(foldText(text)).toBe(folded)
    expect(foldText(folded), 'the same when done again').toBe(folded)
  })

  test.each([
    ['', []],
    ['  \t ', []],
    ['ً ـ', []],
    ['Python,AI', ['python', 'ai']],
    ['تعلّم، آلة؛ C++', ['تعلم', 'اله', 'c++']],
    ['x '.repeat(1_000), Array(50).fill('x')],
  ])('the words of %j are %j', (query, words) => {
    expect(wordsOf(query)).toStrictEqual(words)
  })
})

describe('searching', () => {
  const items = [
    { slug: 'python', en_title: 'Python from <b>zero</b>', ar_title: 'بايثون من الصفر', tags: ['Beginner'] },
    { slug: 'ml', en_title: 'Machine learning', ar_description: 'مقدّمة إلى تعلّم الآلة، 24 ساعة', tags: ['AI', '١٠١'] },
    { slug: 'c', en_title: 'C++ & algorithms', en_description: 'Résumé: fast &amp; close to the machine', tags: null },
    { slug: 'kids', ar_title: 'برمجة الأطفال', en_body: 'python', category: 'python', ar_author: 'بايثون' },
    { slug: 'odd', en_title: 7, ar_title: null, tags: [null, 5, 'لغة'] },
  ]

  test.each([
    ['python', ['python']],
    ['PYTH', ['python']],
    ['بايثون', ['python']],
    ['zero python', ['python']],
    ['zero بايثون', ['python']],
    ['zero machine', []],
    ['machine', ['ml', 'c']],
    ['machine learning', ['ml']],
    ['تعلم الاله', ['ml']],
    ['مُقَدِّمة', ['ml']],
    ['101', ['ml']],
    ['٢٤', ['ml']],
    ['resume', ['c']],
    ['fast & close', ['c']],
    ['c++', ['c']],
    ['الاطفال', ['kids']],
    ['برمجه', ['kids']],
    ['لغه', ['odd']],
    ['amp', []],
    ['<b>', []],
    ['zeroبايثون', []],
    ['nothing at all', []],
    ['', ['python', 'ml', 'c', 'kids', 'odd']],
    ['ـ', ['python', 'ml', 'c', 'kids', 'odd']],
  ])('%j finds %j', (query, slugs) => {
    expect(searchItems(items, query).map(({ slug }) => slug)).toStrictEqual(slugs)
  })

  test('gives the same result the second time, and on frozen items', () => {
    const frozen = items.map((item) => Object.freeze({ ...item }))
    for (let time = 0; time < 2; time++) expect(searchItems(frozen, 'machine')).toStrictEqual([frozen[1], frozen[2]])
  })
})
