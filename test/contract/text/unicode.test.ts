import { expect, test } from 'vitest'
import { hiddenDifference, lostLetterIn } from '#contract/text/unicode'

test.each([
  ['cafe\u0301.png', 'caf\u00e9.png', 'U+0065 U+0301 in place of U+00E9'],
  ['caf\u00e9.png', 'cafe\u0301.png', 'U+00E9 in place of U+0065 U+0301'],
  ['\u0622ب', '\u0627\u0653ب', 'U+0622 in place of U+0627 U+0653'],
  ['python\u200f', 'python', 'U+200F in addition'],
  ['python', 'py\u200bthon', 'without U+200B'],
  ['é'.repeat(9).normalize('NFD'), 'é'.repeat(9), /^U\+0065 U\+0301 .* … in place of U\+00E9 .* …$/],
])('%j and %j differ although they look the same', (found, wanted, difference) => {
  expect(hiddenDifference(found, wanted)).toEqual(
    typeof difference === 'string' ? difference : expect.stringMatching(difference),
  )
})

test.each([
  ['a', 'a'],
  ['a', 'b'],
  ['a', 'A'],
  ['', 'a'],
])('%j and %j differ visibly or not at all', (found, wanted) => {
  expect(hiddenDifference(found, wanted)).toBeUndefined()
})

test.each([
  ['a\ud83d', 'U+D83D, half of a letter'],
  ['\udc00\ud83d', 'U+DC00, half of a letter'],
  ['caf\ufffd', 'U+FFFD, which stands for a letter that was lost'],
  ['????? ?????', '"????? ?????" in place of words'],
  ['<p>AI: ???? ??</p>', '"???? ??" in place of words'],
  ['???', '"???" in place of words'],
  // UTF-8 read as Windows-1252, as ISO 8859-1 and as Windows-1256.
  ['Ø§Ù„Ø°ÙƒØ§Ø¡', '"Ø§Ù„", which is UTF-8 that was read as another charset'],
  ['\u00d8\u00a7\u00d9\u0084', '"\u00d8\u00a7\u00d9\u0084", which is UTF-8 that was read as another charset'],
  ['ط§ظ„ط°ظƒط§ط،', '"ط§ظ„ط°", which is UTF-8 that was read as another charset'],
  ['itâ€™s', '"â€™", which is UTF-8 that was read as another charset'],
  ['😀 أ', undefined],
  ['Ready?? Who?! ماذا؟؟ «ط» Øre, NÃO', undefined],
])('%j has lost its letters: %s', (text, lost) => {
  expect(lostLetterIn(text)).toBe(lost)
})
