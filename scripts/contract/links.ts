import type { Entity } from './answers'
import type { Finding } from './findings'

/** Fields that hold HTML, by their names in the contract. */
const htmlField = /_(?:body|who_we_are|mission)$/

/** Addresses that run as a script when followed, in attributes that browsers follow. */
const attribute = /\b(?:href|src|action|formaction|xlink:href)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi

/** Links in the HTML of an item that would run as a script; ours are dropped at rendering, but other readers may not. */
export function scriptLinks(item: Entity, pointer: string): Finding[] {
  return Object.entries(item).flatMap(([field, html]): Finding[] => {
    if (!htmlField.test(field) || typeof html !== 'string' || !html.includes('=')) return []
    for (const [, double, single, bare] of html.matchAll(attribute)) {
      const address = decode(double ?? single ?? bare ?? '')
      if (!/^(?:javascript|vbscript|data:text\/html)/i.test(address)) continue
      const expected = 'links of http(s), mailto, tel or the site itself'
      return [{ pointer: `${pointer}/${field}`, expected, found: `a link to ${JSON.stringify(address.slice(0, 60))}` }]
    }
    return []
  })
}

/** An attribute as browsers read its scheme: references resolved, control characters and spaces dropped. */
function decode(value: string): string {
  const text = value
    .replace(/&#(?:x([0-9a-f]+)|(\d+));?/gi, (_, hex?: string, decimal?: string) => character(hex, decimal))
    .replace(/&(?:Tab|NewLine);/g, '')
    .replaceAll('&colon;', ':')
  return [...text].filter((letter) => letter > ' ').join('')
}

function character(hex?: string, decimal?: string): string {
  const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
  return code <= 0x10ffff ? String.fromCodePoint(code) : ''
}
