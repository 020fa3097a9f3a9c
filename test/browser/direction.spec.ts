import { expect, once, test } from '../site/fixtures'
import { setTextSize } from '../site/layout'
import { open } from '../site/page'
import { readContent } from '../support/shipped-content'
import { firstOf } from '../support/site-pages'

const { slug } = firstOf((await readContent()).courses)

/** Texts that are painted from left to right wherever they stand in an Arabic text. */
const texts = ['+963 944 123 456', 'C++', 'F#', '.NET', 'print()', 'https://a.example/b/', '/etc/hosts', '@ugarit_ai']
const sentence = 'Attention is all you need.'

const item = {
  slug,
  ar_title: `دورة ${texts.join(' في ')} هنا`,
  category: 'python',
  tags: ['لغة C++'],
  image: '',
  ar_body: [
    ...texts.map((text) => `<p>نصّ ${text} نصّ</p><ul><li>نصّ <a href="/">${text}</a></li></ul>`),
    ...['p', 'h2', 'blockquote'].map((tag) => `<${tag}>${sentence}</${tag}>`),
    `<ul><li>${sentence}</li></ul><table><tr><td>${sentence}</td></tr></table>`,
    `<p>Python لغة برمجة.</p>`,
  ].join(''),
}

/** Finds each text in the page and returns it as it is painted: its characters in the order of their left edges, line by line. */
function painted(root: Element, wanted: string[]): string[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const letters: { character: string; box: DOMRect }[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    for (let place = 0; place < (node.nodeValue ?? '').length; place++) {
      const range = document.createRange()
      range.setStart(node, place)
      range.setEnd(node, place + 1)
      const [box] = range.getClientRects()
      if (box) letters.push({ character: node.nodeValue?.[place] ?? '', box })
    }
  const all = letters.map(({ character }) => character).join('')
  return wanted.flatMap((text) => {
    const found: string[] = []
    for (let at = all.indexOf(text); at >= 0; at = all.indexOf(text, at + 1)) {
      const own = letters.slice(at, at + text.length)
      const isSameLine = (a: DOMRect, b: DOMRect) => Math.abs(a.top - b.top) < a.height / 2
      own.sort(({ box: a }, { box: b }) => (isSameLine(a, b) ? a.left - b.left : a.top - b.top))
      found.push(own.map(({ character }) => character).join(''))
    }
    return found
  })
}

test('foreign parts of an Arabic page are painted in their own order', once, async ({ page }) => {
  // A wide window, so that no text is broken into lines.
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.route('**/api/get-course', (route) => route.fulfill({ json: { data: item } }))
  await open(page, '/ar/courses')
  await page.locator(`a.card-link[href="/ar/courses/${slug}"]`).click()
  const prose = page.locator('.prose')
  await expect(prose).toContainText(sentence)
  const evaluate = (selector: string, wanted: string[]) => page.locator(selector).first().evaluate(painted, wanted)
  expect(await evaluate('.prose', texts)).toStrictEqual(texts.flatMap((text) => [text, text]))
  expect(await evaluate('.prose', [sentence])).toStrictEqual(Array(5).fill(sentence))
  for (const text of texts) expect(await evaluate('h1', [text])).toStrictEqual([text])
  expect(await evaluate('.detail-tags', ['C++'])).toStrictEqual(['C++'])
  // An Arabic paragraph that begins with a Latin word is read from right to left: its full stop is at the left.
  const stop = await evaluate('.prose > p:last-child', ['Python لغة برمجة.'])
  expect(stop[0]).toMatch(/^\..*Python$/)
  // English blocks stay at the right, where the Arabic ones begin, and so do the markers of lists.
  const aligned = await page
    .locator('.prose .foreign')
    .evaluateAll((all) => all.map((each) => getComputedStyle(each).textAlign))
  expect(new Set(aligned)).toStrictEqual(new Set(['right']))
  await expect(page).toHaveTitle(/\u2066C\+\+\u2069/)
})

test('a phone number that wraps on an Arabic page stands at the right in both lines', once, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await open(page, '/ar/contact-us')
  await setTextSize(page, 200)
  const edges = await page.locator('.contact-way [href^="tel:"] bdi').evaluateAll((numbers) =>
    numbers.map((number) => {
      const range = document.createRange()
      range.selectNodeContents(number)
      return Array.from(range.getClientRects(), ({ right }) => Math.round(right))
    }),
  )
  expect(Math.max(...edges.map(({ length }) => length))).toBeGreaterThan(1)
  // The space at a line's end takes no room.
  for (const rights of edges) expect(Math.max(...rights) - Math.min(...rights)).toBeLessThanOrEqual(2)
})
