import { type DefaultTreeAdapterTypes, parse } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

let latest: { html: string; elements: Element[] } | undefined

/** All elements of a document or of a part of one, in document order. Parses the same text only once in a row. */
function parsed(html: string): Element[] {
  // Without scripting, the content of `<noscript>` is elements too.
  if (latest?.html !== html) latest = { html, elements: [...descendants(parse(html, { scriptingEnabled: false }))] }
  return latest.elements
}

function* descendants(node: Node): Generator<Element> {
  if ('tagName' in node) yield node
  if ('content' in node) yield* descendants(node.content)
  if ('childNodes' in node) for (const child of node.childNodes) yield* descendants(child)
}

const attributesOf = ({ attrs }: Element) => Object.fromEntries(attrs.map(({ name, value }) => [name, value]))

/** The name and the attributes of each element. */
export function elementsOf(html: string): { name: string; attributes: Record<string, string> }[] {
  return parsed(html).map((element) => ({ name: element.tagName, attributes: attributesOf(element) }))
}

/** The attributes of each element of one name. */
export function tagsOf(html: string, name: string): Record<string, string>[] {
  return parsed(html)
    .filter(({ tagName }) => tagName === name)
    .map(attributesOf)
}

/** The text of the first element of one name; `undefined` if there is none. */
export function textOf(html: string, name: string): string | undefined {
  const element = parsed(html).find(({ tagName }) => tagName === name)
  return element && textIn(element)
}

const textIn = (node: Node): string => {
  if ('value' in node) return node.value
  return 'childNodes' in node ? node.childNodes.map(textIn).join('') : ''
}

/** The data that React hydrates from: the JSON block's content, parsed. */
export function hydrationOf(html: string): unknown {
  const block = parsed(html).find(({ attrs }) =>
    attrs.some(({ name, value }) => name === 'id' && value === 'hydration'),
  )
  return JSON.parse(block ? textIn(block) : 'null')
}
