import { basename } from 'node:path'
import type { Plugin } from 'vite'

/** The properties of each table of the contract that are texts for developers and for the studio. */
const texts: Record<string, string[]> = {
  entities: ['about', 'label', 'plural'],
  operations: ['summary', 'description'],
}

type Node = { type: string; start: number; end: number; properties?: Property[] }
type Property = Node & { key?: { name?: string } }

/** Removes the texts of the contract's tables from visitors' scripts, which only need the types of the fields. */
export function withoutTexts(): Plugin {
  return {
    name: 'without-texts',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    transform: {
      filter: { id: /\/contract\/(?:entities|operations)\.ts$/ },
      handler(code, id) {
        const names = texts[basename(id, '.ts')] ?? []
        const cuts = objectExpressions(this.parse(code)).flatMap(({ end, properties = [] }) =>
          properties.flatMap(({ start, key }, index) =>
            // Cuts to the next property, or to the closing brace.
            names.includes(key?.name ?? '') ? [[start, properties[index + 1]?.start ?? end - 1] as const] : [],
          ),
        )
        const edits = cuts.sort(([a], [b]) => b - a)
        return { code: edits.reduce((text, [start, end]) => text.slice(0, start) + text.slice(end), code), map: null }
      },
    },
  }
}

/** Returns the object literals below a node of a syntax tree. */
function objectExpressions(node: unknown): Node[] {
  if (typeof node !== 'object' || node === null) return []
  const below = Object.values(node).flatMap(objectExpressions)
  return (node as Node).type === 'ObjectExpression' ? [node as Node, ...below] : below
}
