import { type DefaultTreeAdapterTypes, parse } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node
type Element = { name: string; attributes: Record<string, string>; text: string }

let latest: { html: string; elements: Element[] } | undefined

/** Lists all elements of a document, in document order. Keeps the last result, so that the same text is parsed only once. */
export function elementsOf(html: string): Element[] {
  // Turns scripting off, because the content of `<noscript>` is parsed to elements only then.
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

/** Returns the attributes of each element with a tag name. */
export function tagsOf(html: string, name: string): Record<string, string>[] {
  return elementsOf(html).flatMap((element) => (element.name === name ? [element.attributes] : []))
}

/** Returns the text of the first element with a tag name, or `undefined` if there is no such element. */
export function elementText(html: string, name: string): string | undefined {
  return elementsOf(html).find((element) => element.name === name)?.text
}

/** Parses the JSON block from which React hydrates. */
export function hydrationOf(html: string): unknown {
  return JSON.parse(elementsOf(html).find(({ attributes }) => attributes.id === 'hydration')?.text ?? 'null')
}
