import { type DefaultTreeAdapterTypes, parse } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node
type Element = { name: string; attributes: Record<string, string>; text: string }

let latest: { html: string; elements: Element[] } | undefined

/** All elements of a document or of a part of one, in document order. Parses the same text only once in a row. */
export function elementsOf(html: string): Element[] {
  // Without scripting, the content of `<noscript>` is elements too.
  if (latest?.html !== html) latest = { html, elements: [...descendants(parse(html, { scriptingEnabled: false }))] }
  return latest.elements
}

function* descendants(node: Node): Generator<Element> {
  if ('tagName' in node) {
    const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]))
    yield { name: node.tagName, attributes, text: textIn(node) }
  }
  if ('content' in node) yield* descendants(node.content)
  if ('childNodes' in node) for (const child of node.childNodes) yield* descendants(child)
}

function textIn(node: Node): string {
  if ('value' in node) return node.value
  return 'childNodes' in node ? node.childNodes.map(textIn).join('') : ''
}

/** The attributes of each element of one name. */
export function tagsOf(html: string, name: string): Record<string, string>[] {
  return elementsOf(html).flatMap((element) => (element.name === name ? [element.attributes] : []))
}

/** The text of the first element of one name; `undefined` if there is none. */
export function textOf(html: string, name: string): string | undefined {
  return elementsOf(html).find((element) => element.name === name)?.text
}

/** The data that React hydrates from: the JSON block's content, parsed. */
export function hydrationOf(html: string): unknown {
  return JSON.parse(elementsOf(html).find(({ attributes }) => attributes.id === 'hydration')?.text ?? 'null')
}
