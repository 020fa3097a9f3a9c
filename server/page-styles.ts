/** A piece of a style sheet: a rule, a statement that ends in a semicolon (no body), or an at-rule around other rules. */
type Rule = { prelude: string; body?: string; rules?: Rule[] }

/**
 * Makes the function that gives the styles that a page's HTML needs: those rules of the built style sheet whose classes all
 * occur in it. A visitor's first view waits for its styles; a third of the site's are another page's, or of states that only
 * script brings about, for which the starter fetches the whole sheet. The same classes give the same text, and so one hash.
 * Without HTML it gives all rules but the faces that are fetched.
 */
export function pageStyles(sheet: string): (html?: string) => string {
  const rules = parse(sheet)
  const made = new Map<string, string>()
  const everything = write(rules)
  return (html) => {
    if (html === undefined) return everything
    const classes = classesOf(html)
    const key = [...classes].sort().join(' ')
    const known = made.get(key)
    if (known !== undefined) return known
    const styles = write(rules, classes)
    // Far more than there are kinds of pages; content can add none but its own few classes.
    if (made.size >= 200) made.clear()
    made.set(key, styles)
    return styles
  }
}

/** The faces that a style sheet fetches; those of the visitor's own device are none. */
export function fetchedFaces(sheet: string): string[] {
  return parse(sheet).flatMap(({ prelude, body = '' }) => (isFetchedFace(prelude, body) ? [body] : []))
}

function isFetchedFace(prelude: string, body: string): boolean {
  return prelude === '@font-face' && body.includes('url(')
}

function classesOf(html: string): Set<string> {
  return new Set(Array.from(html.matchAll(/\sclass="([^"]*)"/g), ([, names = '']) => names.split(/\s+/)).flat())
}

function write(rules: Rule[], classes?: Set<string>): string {
  return rules.map((rule) => writeRule(rule, classes)).join('')
}

function writeRule({ prelude, body, rules }: Rule, classes?: Set<string>): string {
  if (rules) {
    const inner = write(rules, classes)
    return inner && `${prelude}{${inner}}`
  }
  if (body === undefined) return `${prelude};`
  // The faces come after the first paint (`server/font-script.ts`).
  if (isFetchedFace(prelude, body)) return ''
  const kept =
    !classes || prelude.startsWith('@')
      ? [prelude]
      : splitAt(prelude, ',').filter((selector) => needed(selector, classes))
  return kept.length > 0 ? `${kept.join(',')}{${body}}` : ''
}

/** True when all classes that the selector needs are there; what stands in brackets may be an alternative, so it doesn't count. */
function needed(selector: string, classes: Set<string>): boolean {
  let plain = selector
  for (let before = ''; before !== plain && /[([]/.test(plain); ) {
    before = plain
    plain = plain.replace(/\([^()]*\)|\[[^\]]*\]/g, '')
  }
  return plain.match(/\.-?[A-Za-z_][\w-]*/g)?.every((name) => classes.has(name.slice(1))) ?? true
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
    const close = closing(css, end)
    const body = css.slice(end + 1, close)
    rules.push(
      /^@(?:media|layer|supports|container)\b/.test(prelude) ? { prelude, rules: parse(body) } : { prelude, body },
    )
    start = close + 1
  }
  return rules
}

/** Where the brace that opens at `open` closes; the end of the text if it doesn't. */
function closing(css: string, open: number): number {
  let depth = 0
  for (let at = open; at < css.length; at = find(css, at + 1, brace)) {
    if (css[at] === '{') depth++
    else if (--depth === 0) return at
  }
  return css.length
}

/** What is looked for, and strings, in which it doesn't count. One expression finds it far sooner than a look at each character. */
const statementEnd = /[;{]|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs
const brace = /[{}]|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs

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
