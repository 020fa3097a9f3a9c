import { parseFragment, defaultTreeAdapter as tree } from 'parse5'
import type { JsonObject } from '#contract/json'
import { allowedTags, imageSource, isSafeHref } from '#markup/sanitize-body'
import { type Finding, finding } from './findings'
import type { RuleId } from './rules'

/** The contract's fields with HTML. */
const htmlField = /_(?:body|who_we_are|mission)$/

/** Pages turn the h1 of a body into an h2. */
const keptTags = new Set([...allowedTags, 'h1'])

/** Matches bodies that need a parser. Other bodies have only known elements without attributes. */
const isOdd = new RegExp(`=|<(?!/?(?:${[...keptTags].join('|')})\\s*/?>)`, 'i')

/** Reports the markup in an item's bodies that pages drop, each kind once per body. */
export function droppedMarkup(item: JsonObject, imageBase: string, pointer: string): Finding[] {
  return Object.entries(item).flatMap(([field, html]): Finding[] => {
    if (!htmlField.test(field) || typeof html !== 'string' || !isOdd.test(html)) return []
    const dropped = new Map<string, Finding>()
    const note = (rule: RuleId, expected: string, found: string) => {
      const fault = finding(rule, `${pointer}/${field}`, expected, found, { detail: expected })
      if (!dropped.has(expected)) dropped.set(expected, fault)
    }
    for (const { tagName, attrs } of elementsOf(html)) {
      if (!keptTags.has(tagName)) note('body.element', `HTML without <${tagName}>`, `the element <${tagName}>`)
      for (const { name, value } of attrs) {
        if (name === 'style' || name.startsWith('on'))
          note('body.attribute', `HTML without the attribute ${name}`, `<${tagName} ${name}>`)
        if (name === 'href' && !isSafeHref(value))
          note('body.link', 'links of http(s), mailto, tel or the site itself', `a link to ${short(value)}`)
        if (tagName === 'img' && name === 'src' && imageSource(value, imageBase) === undefined)
          note('body.picture', 'pictures of the image base', `a picture at ${short(value)}`)
      }
    }
    return [...dropped.values()]
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
