import { parseFragment, defaultTreeAdapter as tree } from 'parse5'
import type { JsonObject } from '#contract/json'
import { createLimitedTree } from '#contract/markup/limited-tree'
import { allowedTags, BodyError, imageSource, isSafeHref } from '#contract/markup/sanitize-body'
import { describe } from '#contract/violations'
import { type Finding, finding } from './findings'
import type { RuleId } from './rules'

/** The elements that pages keep. They include h1, because pages turn the h1 of a body into an h2. */
const expectedTags = new Set([...allowedTags, 'h1'])

/** Reports the markup in an item's fields with HTML that pages drop. */
export function droppedMarkup(item: JsonObject, fields: string[], imageBase: string, pointer: string): Finding[] {
  return fields.flatMap((field): Finding[] => {
    const html = item[field]
    if (typeof html !== 'string') return []
    const dropped: Finding[] = []
    const note = (rule: RuleId, expected: string, found: string) =>
      dropped.push(finding(rule, `${pointer}/${field}`, expected, found, { detail: expected }))
    for (const { tagName, attrs } of shownElements(html, note)) {
      if (!expectedTags.has(tagName)) note('body.element', `HTML without <${tagName}>`, `the element <${tagName}>`)
      for (const { name, value } of attrs) {
        if (name === 'style' || name.startsWith('on'))
          note('body.attribute', `HTML without the attribute ${name}`, `<${tagName} ${name}>`)
        if (name === 'href' && !isSafeHref(value))
          note('body.link', 'links of http(s), mailto, tel or the site itself', `a link to ${describe(value)}`)
        if (tagName === 'img' && name === 'src' && imageSource(value, imageBase) === undefined)
          note('body.picture', 'pictures of the image base', `a picture at ${describe(value)}`)
      }
    }
    return dropped
  })
}

/** The elements of a body. Reports a body that pages leave out, because it has too many elements. */
function shownElements(html: string, note: (rule: RuleId, expected: string, found: string) => void) {
  try {
    return elementsOf(html)
  } catch (error) {
    if (!(error instanceof BodyError)) throw error
    note('body.element', 'HTML that pages can show', error.message)
    return []
  }
}

/** The elements of a body, in the limits of pages. Throws a BodyError for a body that pages leave out. */
function elementsOf(html: string) {
  const nodes: ReturnType<typeof tree.getChildNodes> = [
    ...parseFragment(html, { treeAdapter: createLimitedTree() }).childNodes,
  ]
  // The loop also visits the nodes that it adds.
  for (const node of nodes) {
    // Adds one by one, because the arguments of a call are limited to some 100,000.
    if (tree.isElementNode(node)) for (const child of tree.getChildNodes(node)) nodes.push(child)
  }
  return nodes.filter(tree.isElementNode)
}
