import { parseFragment, defaultTreeAdapter as tree } from 'parse5'
import type { JsonObject } from '#contract/json'
import { allowedTags, imageSource, isSafeHref } from '#markup/sanitize-body'
import type { Finding } from './findings'

/** Fields that hold HTML, by their names in the contract. */
const htmlField = /_(?:body|who_we_are|mission)$/

/** The page's own title is its h1, so a body's becomes an h2. */
const keptTags = new Set([...allowedTags, 'h1'])

/** A body with nothing of this needs no parser: all its elements stay and none has an attribute. */
const isOdd = new RegExp(`=|<(?!/?(?:${[...keptTags].join('|')})\\s*/?>)`, 'i')

/** What pages drop of the HTML of an item's bodies, each kind once per body. */
export function droppedMarkup(item: JsonObject, imageBase: string, pointer: string): Finding[] {
  return Object.entries(item).flatMap(([field, html]): Finding[] => {
    if (!htmlField.test(field) || typeof html !== 'string' || !isOdd.test(html)) return []
    const dropped = new Map<string, string>()
    for (const { tagName, attrs } of elementsOf(html)) {
      const note = (expected: string, found: string) => dropped.has(expected) || dropped.set(expected, found)
      if (!keptTags.has(tagName)) note(`HTML without <${tagName}>`, `the element <${tagName}>`)
      for (const { name, value } of attrs) {
        if (name === 'style' || name.startsWith('on'))
          note(`HTML without the attribute ${name}`, `<${tagName} ${name}>`)
        if (name === 'href' && !isSafeHref(value))
          note('links of http(s), mailto, tel or the site itself', `a link to ${short(value)}`)
        if (tagName === 'img' && name === 'src' && imageSource(value, imageBase) === undefined)
          note('pictures of the image base', `a picture at ${short(value)}`)
      }
    }
    return [...dropped].map(([expected, found]) => ({
      ...{ pointer: `${pointer}/${field}`, expected, found },
      severity: 'warning',
    }))
  })
}

function elementsOf(html: string) {
  const rest: ReturnType<typeof tree.getChildNodes> = parseFragment(html).childNodes.toReversed()
  const elements = []
  for (let node = rest.pop(); node; node = rest.pop()) {
    if (!tree.isElementNode(node)) continue
    elements.push(node)
    rest.push(...tree.getChildNodes(node).toReversed())
  }
  return elements
}

function short(address: string): string {
  return JSON.stringify(address.trim().slice(0, 60))
}
