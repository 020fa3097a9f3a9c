/** A piece of a style sheet: a rule, a statement that ends in a semicolon (no body), or an at-rule around other rules. */
type Rule = { prelude: string; body?: string; rules?: Rule[] }

/** What a page has that rules can hang on: its classes, the names of its elements, and the bodies of the faces for its characters. */
type Page = { classes: Set<string>; elements: Set<string>; faces: Set<string>; isForPaper: boolean }

/** A face of the visitor's own device. */
type Face = { body: string; characters: RegExp }

/**
 * Makes the function that gives the styles that a page's first view needs: those rules of the built style sheet whose classes and
 * elements all occur in its HTML. A visitor's first view waits for them; half of the site's are another page's, or for paper, a
 * pointer, or states that only script brings about, for which the starter fetches the whole sheet. The same classes, elements and
 * alphabets give the same text, and so one hash. Without HTML it gives all rules but the faces that are fetched. `isForPaper` adds what
 * a page needs that is printed before the whole sheet is there.
 */
export function pageStyles(sheet: string): (html?: string, isForPaper?: boolean) => string {
  const rules = parse(sheet)
  const faces = rules.flatMap(({ prelude, body = '' }): Face[] =>
    prelude === '@font-face' ? [{ body, characters: charactersOf(body) }] : [],
  )
  const made = new Map<string, string>()
  const everything = write(rules)
  return (html, isForPaper = false) => {
    if (html === undefined) return everything
    const page = { ...pageOf(html, faces), isForPaper }
    const alphabets = faces.map(({ body }) => Number(page.faces.has(body)))
    const key = [...[...page.classes].sort(), '', ...[...page.elements].sort(), '', ...alphabets, isForPaper].join(' ')
    const known = made.get(key)
    if (known !== undefined) return known
    const styles = write(prune(select(rules, page)))
    // Far more than there are kinds of pages; content can add none but its own few classes.
    if (made.size >= 200) made.clear()
    made.set(key, styles)
    return styles
  }
}

function pageOf(html: string, faces: Face[]): Omit<Page, 'isForPaper'> {
  const classes = Array.from(html.matchAll(/\sclass="([^"]*)"/g), ([, names = '']) => names.split(/\s+/)).flat()
  const tags = new Set(html.match(/<[a-z][\w-]*/gi))
  return {
    classes: new Set(classes),
    // Around what is given.
    elements: new Set(['html', 'body', 'div', ...Array.from(tags, (tag) => tag.slice(1).toLowerCase())]),
    faces: new Set(faces.filter(({ characters }) => characters.test(html)).map(({ body }) => body)),
  }
}

/** Finds a character of a face's range; any, where it has none. */
function charactersOf(face: string): RegExp {
  const ranges = /unicode-range:([^;]*)/.exec(face)?.[1]?.split(',') ?? ['U+0-10FFFF']
  const parts = ranges.map((range) => {
    const [first = '', last = first] = range.trim().slice('U+'.length).split('-')
    return `\\u{${first.replaceAll('?', '0')}}-\\u{${last.replaceAll('?', 'F')}}`
  })
  return new RegExp(`[${parts.join('')}]`, 'u')
}

const paperGroup = '@media print'

/** What no first view has while its script is on the way. */
const laterState = /:hover|::selection/

/** For pages without script, which link the whole sheet. */
const scriptlessGroup = '@media (scripting:none)'

/** The rules that a page's first view needs. */
function select(rules: Rule[], page: Page): Rule[] {
  return rules.flatMap((rule): Rule[] => {
    const { prelude, body } = rule
    if (rule.rules) {
      const inner = prelude === paperGroup && !page.isForPaper ? [] : select(rule.rules, page)
      return inner.length > 0 ? [{ prelude, rules: inner }] : []
    }
    if (body === undefined) return [rule]
    if (prelude.startsWith('@')) return prelude !== '@font-face' || page.faces.has(body) ? [rule] : []
    const selectors = splitAt(prelude, ',').filter((selector) => canMatch(selector, page))
    return selectors.length > 0 ? [{ prelude: selectors.join(','), body }] : []
  })
}

/** Without the values and movements that nothing refers to any more. */
function prune(rules: Rule[]): Rule[] {
  const text = write(rules)
  const used = new Set(Array.from(text.matchAll(/var\(\s*(--[\w-]+)/g), ([, name]) => name))
  const pruned = withoutUnused(rules, (prelude, body) => {
    const movement = /^@keyframes\s+(\S+)$/.exec(prelude)?.[1]
    if (movement) return new RegExp(`animation[^;{}]*[\\s:,]${movement}[\\s;,}]`).test(text) ? body : ''
    if (!/(?:^|;)--/.test(body)) return body
    return body.replace(declaredValue, (whole, name) => (used.has(name) ? whole : '')).replace(/;$/, '')
  })
  return write(pruned).length < text.length ? prune(pruned) : rules
}

const declaredValue = /(?<![\w-])(--[\w-]+):(?:[^;{}"']|"[^"]*"|'[^']*')*(?:;|$)/g

function withoutUnused(rules: Rule[], rest: (prelude: string, body: string) => string): Rule[] {
  return rules.flatMap((rule): Rule[] => {
    if (rule.rules) {
      const inner = withoutUnused(rule.rules, rest)
      return inner.length > 0 ? [{ ...rule, rules: inner }] : []
    }
    if (!rule.body) return [rule]
    const body = rest(rule.prelude, rule.body)
    return body ? [{ ...rule, body }] : []
  })
}

function write(rules: Rule[]): string {
  return rules.map(writeRule).join('')
}

function writeRule({ prelude, body, rules }: Rule): string {
  if (rules) return prelude === scriptlessGroup ? '' : `${prelude}{${write(rules)}}`
  if (body === undefined) return `${prelude};`
  return `${prelude}{${body}}`
}

/**
 * True when all classes and elements that the selector needs are there, and one of each list of alternatives (`:is`), in a state of
 * a first view. Attributes, and what stands in other brackets, may come to be so by themselves, or are exceptions.
 */
function canMatch(selector: string, page: Page): boolean {
  let plain = selector.includes('[') ? selector.replace(/\[[^\]]*\]/g, '') : selector
  for (let open = plain.indexOf('('); open >= 0; open = plain.indexOf('(')) {
    const close = closing(plain, open, round)
    const name = /:(\w+)$/.exec(plain.slice(0, open))?.[1] ?? ''
    const alternatives = splitAt(plain.slice(open + 1, close), ',')
    if (/^(?:is|where)$/.test(name) && !alternatives.some((alternative) => canMatch(alternative.trim(), page)))
      return false
    plain = plain.slice(0, open) + plain.slice(close + 1)
  }
  if (laterState.test(plain)) return false
  const classes = plain.match(/\.-?[A-Za-z_][\w-]*/g) ?? []
  const elements = plain.match(/(?<![\w.#:*-])[A-Za-z][\w-]*/g) ?? []
  return (
    classes.every((name) => page.classes.has(name.slice(1))) &&
    elements.every((name) => page.elements.has(name.toLowerCase()))
  )
}

/** A minified style sheet's rules. Nested rules stay inside the body of the one around them. */
function parse(css: string): Rule[] {
  const rules: Rule[] = []
  let start = 0
  while (start < css.length) {
    const end = find(css, start, statementEnd)
    const prelude = css.slice(start, end).trim()
    if (css[end] !== '{') {
      if (prelude) rules.push({ prelude })
      start = end + 1
      continue
    }
    const close = closing(css, end, brace)
    const body = css.slice(end + 1, close)
    rules.push(
      /^@(?:media|layer|supports|container)\b/.test(prelude) ? { prelude, rules: parse(body) } : { prelude, body },
    )
    start = close + 1
  }
  return rules
}

/** Where the bracket at `open` closes; the end of the text if it doesn't. */
function closing(css: string, open: number, kind: RegExp): number {
  let depth = 0
  for (let at = open; at < css.length; at = find(css, at + 1, kind)) {
    if (css[at] === css[open]) depth++
    else if (--depth === 0) return at
  }
  return css.length
}

/** What is looked for, and strings, in which it doesn't count. One expression finds it far sooner than a look at each character. */
const statementEnd = /[;{]|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs
const brace = /[{}]|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs
const round = /[()]|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs

/** The next place of what is looked for; the end of the text where there is none. */
function find(css: string, from: number, wanted: RegExp): number {
  wanted.lastIndex = from
  for (let match = wanted.exec(css); match; match = wanted.exec(css)) {
    if (match[0].length === 1) return match.index
  }
  return css.length
}

function splitAt(list: string, separator: string): string[] {
  if (!/[([]/.test(list)) return list.split(separator)
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < list.length; at++) {
    const character = list[at]
    if (character === '(' || character === '[') depth++
    else if (character === ')' || character === ']') depth--
    else if (character === separator && depth === 0) {
      parts.push(list.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, list.slice(start)]
}
