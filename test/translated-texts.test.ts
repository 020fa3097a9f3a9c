import { type ESTree, parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { type Source, sourcesOf } from './support/sources'

type Parent = ESTree.JSXElement | ESTree.JSXFragment
type Child = Parent['children'][number]
type Value = ESTree.Expression | ESTree.JSXEmptyExpression | ESTree.FunctionBody | null
type Span = { start: number; end: number }

/** The values that a file gives to names, the names that it takes from objects, and the places of its elements and arrays. */
type Parsed = ReturnType<typeof parse>

function parse({ path, text }: Pick<Source, 'path' | 'text'>) {
  const values = new Map<string, Value[]>()
  const taken = new Set<string>()
  const parents: Parent[] = []
  const arrays: ESTree.ArrayExpression[] = []
  const addValue = (name: string, value: Value) => values.set(name, [...(values.get(name) ?? []), value])
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier') addValue(id.name, init)
      if (id.type === 'ObjectPattern')
        for (const each of id.properties)
          if (each.type === 'Property' && each.value.type === 'Identifier') taken.add(each.value.name)
    },
    FunctionDeclaration: ({ id, body }) => {
      if (id) addValue(id.name, body)
    },
    JSXElement: (element) => void parents.push(element),
    JSXFragment: (fragment) => void parents.push(fragment),
    ArrayExpression: (array) => void arrays.push(array),
  }).visit(parseSync(path, text).program)
  return { path, text, values, taken, parents, arrays }
}

/**
 * Finds the texts that React would lose on a page that the browser translates. The translation puts other nodes in the place of
 * React's text nodes. React then changes a text that nobody sees, and throws an error if it removes the text or inserts an element
 * before it (facebook/react#11538). React handles a text right if it is the only child of an HTML element, or if the `key` of its
 * parent has the text, too.
 */
function lostTexts({ path, text, values, taken, parents, arrays }: Parsed, others: Parsed[]): string[] {
  const found: { start: number; violation: string }[] = []
  const sourceOf = ({ start, end }: Span) => text.slice(start, end)

  /** True unless the value is certainly an element, a list of elements, or nothing. */
  const mayBeText = (value: Value | undefined): boolean => {
    switch (value?.type) {
      case undefined:
        return value === undefined
      case 'JSXElement':
      case 'JSXFragment':
      case 'JSXEmptyExpression':
        return false
      case 'Literal':
        return typeof value.value === 'string' || typeof value.value === 'number'
      case 'ParenthesizedExpression':
      case 'ChainExpression':
        return mayBeText(value.expression)
      case 'LogicalExpression':
        return (value.operator !== '&&' && mayBeText(value.left)) || mayBeText(value.right)
      case 'ConditionalExpression':
        return mayBeText(value.consequent) || mayBeText(value.alternate)
      case 'ArrowFunctionExpression':
        return mayBeText(value.body)
      case 'BlockStatement':
        return value.body.some((each) => each.type === 'ReturnStatement' && mayBeText(each.argument))
      case 'Identifier': {
        const { name } = value
        // Names that a file takes from an object, such as the result of a hook, have their values in another file.
        const elsewhere = taken.has(name) ? others.flatMap((other) => other.values.get(name) ?? []) : []
        const all = values.get(name) ?? elsewhere
        return all.length === 0 || all.some(mayBeText)
      }
      case 'CallExpression': {
        const { callee, arguments: given } = value
        const returnsItsCallback = /(?:^useMemo|\.map)$/.test(sourceOf(callee))
        return mayBeText(returnsItsCallback ? (given[0] as ESTree.Expression) : callee)
      }
      default:
        return true
    }
  }

  const isIgnored = (child: Child) =>
    child.type === 'JSXText'
      ? /^\s*\n\s*$/.test(child.value)
      : child.type === 'JSXExpressionContainer' && child.expression.type === 'JSXEmptyExpression'

  for (const parent of parents) {
    const isFragment = parent.type === 'JSXFragment'
    const children = parent.children.filter((child) => !isIgnored(child))
    if (children.length < 2 && !isFragment) continue
    const attributes = isFragment ? [] : parent.openingElement.attributes
    const key = attributes.map(sourceOf).find((each) => each.startsWith('key=')) ?? ''
    let followsOptional = false
    for (const child of children) {
      const expression = child.type === 'JSXExpressionContainer' ? child.expression : undefined
      const isConstant = child.type === 'JSXText' || expression?.type === 'Literal'
      const isText = isConstant || (expression !== undefined && mayBeText(expression))
      const { start } = child
      if (isText && expression && !isConstant && !key.includes(sourceOf(expression)))
        found.push({ start, violation: `${sourceOf(child)} is neither alone nor in the key of its parent` })
      if (isText && followsOptional) found.push({ start, violation: `${sourceOf(child)} follows what comes and goes` })
      if (expression && !isText) followsOptional = true
    }
  }

  for (const { start, elements } of arrays) {
    const isElement = (each: (typeof elements)[number]) => each?.type === 'JSXElement'
    const isText = (each: (typeof elements)[number]) =>
      each?.type === 'TemplateLiteral' || (each?.type === 'Literal' && typeof each.value === 'string')
    if (elements.some(isElement) && elements.some(isText))
      found.push({ start, violation: 'a list of texts and elements' })
  }
  return found.map(({ start, violation }) => `${path}:${text.slice(0, start).split('\n').length}: ${violation}`)
}

const sources = sourcesOf(/\.tsx$/, 'client', 'studio').map(parse)

test('no text of a page that the browser translates is lost or breaks the page', () => {
  expect(sources.flatMap((source) => lostTexts(source, sources))).toEqual([])
})

test.each([
  ["<p>{isOn && 'on'}{isOff && 'off'}</p>", 2],
  ["<p><Icon />{isOn ? 'on' : 'off'}</p>", 1],
  ['<p><Icon />{t("on")}</p>', 1],
  ['<p key={name}><Icon />{t("on")}</p>', 1],
  ['<p key={t("on")}><Icon />{t("on")}</p>', 0],
  ['<Link><Icon />{children}</Link>', 1],
  ['<>{count}</>', 1],
  ['<p>{isOn && <Icon />} of</p>', 1],
  ['<p>of {isOn && <Icon />}</p>', 0],
  ["<p>{isOn ? 'on' : <b>off</b>}</p>", 0],
  ['<p>{list.map((each) => <b key={each}>{each}</b>)}<Icon /></p>', 0],
  ['<p>{list.map((each) => each)}<Icon /></p>', 1],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is source code
  ['<Page title={[`${name}: `, <b key="of" />]} />', 1],
])('%s has %i such texts', (code, count) => {
  expect(lostTexts(parse({ path: 'Part.tsx', text: code }), [])).toHaveLength(count)
})
