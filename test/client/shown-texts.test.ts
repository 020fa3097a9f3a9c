import { expect, test } from 'vitest'
import { withoutShownTexts, withShownTexts } from '../../client/app/shown-texts'

const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
const textsOf = (html: string) =>
  Array.from(html.matchAll(/<bdi[^>]*>([^<]*)/g), ([, text = '']) => ({ textContent: unescaped(text) }))

const html = [
  '<bdi>Python from zero</bdi>',
  '<bdi>short</bdi>',
  '<bdi dir="rtl">بايثون من الصفر إلى البرنامج</bdi>',
  '<bdi>Tom &amp; Jerry&#x27;s &quot;&lt;b&gt;&quot;</bdi>',
  '<bdi>Python from zero</bdi>',
].join('<p>between</p>')

test('a text that the page shows is carried once, and comes back as it was', () => {
  const data = {
    cards: [{ title: 'Python from zero' }, { title: 'بايثون من الصفر إلى البرنامج' }, { title: `Tom & Jerry's "<b>"` }],
    unseen: ['short', 'not on the page at all', 'Python from zero, and more'],
    hostile: ['\u00010', '\u0001', '\u0001\u0001x', 'line\r\nbreaks in a long text'],
    others: [1, null, true, {}],
  }
  const json = withoutShownTexts(data, html)
  for (const { title } of data.cards) expect(json).not.toContain(JSON.stringify(title))
  for (const text of data.unseen) expect(json).toContain(JSON.stringify(text))
  expect(withShownTexts(json, textsOf(html))).toStrictEqual(data)
})
