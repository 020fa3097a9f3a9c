/** Start tags of one name, as their attributes. Enough for the HTML that React and the template write: lower case, quoted. */
export function tagsOf(html: string, name: string): Record<string, string>[] {
  const tags = html.matchAll(new RegExp(`<${name}((?:\\s+[^\\s=>/]+(?:="[^"]*")?)*)\\s*/?>`, 'g'))
  return Array.from(tags, ([, attributes = '']) =>
    Object.fromEntries(
      Array.from(attributes.matchAll(/([^\s=]+)(?:="([^"]*)")?/g), ([, key = '', value = '']) => [key, decode(value)]),
    ),
  )
}

/** The first element of one name as text: its tags dropped, its entities decoded. `undefined` when there is none. */
export function textOf(html: string, name: string): string | undefined {
  const inner = new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`).exec(html)?.[1]
  return inner === undefined ? undefined : decode(inner.replace(/<!--.*?-->|<[^>]+>/gs, ''))
}

/** The data that React hydrates from: the JSON block's content, parsed. */
export function hydrationOf(html: string): unknown {
  const block = /<script type="application\/json" id="hydration">([\s\S]*?)<\/script>/.exec(html)?.[1]
  return JSON.parse(block ?? 'null')
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

function decode(text: string): string {
  return text.replace(/&#x([\da-f]+);|&#(\d+);|&(amp|lt|gt|quot);/gi, (_, hex?: string, decimal?: string, name = '') =>
    hex
      ? String.fromCodePoint(Number.parseInt(hex, 16))
      : decimal
        ? String.fromCodePoint(Number(decimal))
        : (entities[name] ?? ''),
  )
}
