import { parseFragment, defaultTreeAdapter as tree } from 'parse5'
import { expect, test } from 'vitest'
import { safeHtml } from '#content/page-data'
import { allowedTags, mathTags, renamedTags, silentTags } from '#contract/markup/body-elements'
import { lossesOf } from '#contract/markup/body-losses'
import { plainText } from '#contract/markup/plain-text'
import { createSanitizer } from '../../../server/pages/sanitize'
import { editorTexts } from '../../support/editor-texts'

const sanitize = createSanitizer('/images/')

/** The elements that pages show, or that become another one with the same appearance. */
const shown = new Set([...allowedTags, ...mathTags, ...Object.keys(renamedTags), ...silentTags, 'math'])

/** The names of the elements in a body. */
function namesIn(html: string): string[] {
  const nodes: ReturnType<typeof tree.getChildNodes> = [...parseFragment(html).childNodes]
  for (const node of nodes) if (tree.isElementNode(node)) nodes.push(...tree.getChildNodes(node))
  return nodes.filter(tree.isElementNode).map(({ tagName }) => tagName)
}

test('the corpus has texts of all editors', () => {
  expect(editorTexts.length).toBeGreaterThanOrEqual(60)
  expect(new Set(editorTexts.map(({ html }) => html)).size).toBe(editorTexts.length)
})

test.each(editorTexts)('$editor: $html', ({ html, reads }) => {
  for (const locale of ['en', 'ar'] as const) {
    const path = locale === 'ar' ? '/ar/blogs/a' : '/blogs/a'
    const body = safeHtml({ [`${locale}_body`]: html }, 'body', { path, locale }, sanitize)
    // The text of a reader: isolation adds no characters.
    expect(plainText(body?.html ?? '')).toBe(reads)
    const ids = Array.from(body?.html.matchAll(/ id="([^"]*)"/g) ?? [], ([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, target = ''] of body?.html.matchAll(/href="#([^"]*)"/g) ?? []) expect(ids).toContain(target)
  }
  // Every element that pages do not show is told.
  const told = lossesOf(html, '/images/').map(({ name }) => name)
  // KaTeX's twin and the content of a removed element are lost with their parent.
  const outer = html.replace(/<(svg|select)\b.*?<\/\1>/gs, '<$1></$1>')
  for (const name of namesIn(outer))
    if (!shown.has(name) && !(html.includes('katex-html') && name === 'svg')) expect(told).toContain(name)
})
