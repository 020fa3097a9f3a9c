import { isolateHistory } from '@codemirror/commands'
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import { EditorSelection, type EditorState, type TransactionSpec } from '@codemirror/state'
import { decodeEntities } from '#html-reader'
import { linkHtml } from './body-html'

/*
 * The changes that the buttons of the body editor make. Each is one transaction of the editor, and one step of its undo. The HTML is
 * in the form in which the sanitiser leaves it.
 */

/** Makes a change of the editor. */
export type Edit = (state: EditorState) => TransactionSpec

export type BlockTag = 'p' | 'h2' | 'h3'
export type ListTag = 'ul' | 'ol'

/** An element around a position: the places of its name in the tags, of its content and of all of it. */
type Found = { name: string; from: number; to: number; inner: Range; names: Range[] }
type Range = { from: number; to: number }

const blockTags = ['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']
/** Elements within which a block may stand. Other elements around the cursor stay whole, and a block is put after them. */
const containerTags = ['li', 'td', 'th', 'dd', 'blockquote', 'details', 'figure', 'div']

/** The element at the selection becomes a paragraph or heading. If it is one, or there is none, an empty one is added. */
export function setBlock(state: EditorState, tag: BlockTag): TransactionSpec {
  const { from, to } = state.selection.main
  const blocks = blocksIn(state, from, to)
  if (blocks.length === 0)
    return wrapLines(state, (texts) => texts.map((text) => `<${tag}>${text}</${tag}>`).join('\n'))
  const others = blocks.filter(({ name }) => name !== tag)
  if (others.length === 0) return insertEmpty(state, `<${tag}></${tag}>`)
  return step({ changes: others.flatMap(({ names }) => names.map((name) => ({ ...name, insert: tag }))) })
}

/** The paragraphs of the selection become a list. In a list of that kind an item is added; one of the other kind is changed. */
export function setList(state: EditorState, tag: ListTag): TransactionSpec {
  const { from, to } = state.selection.main
  const around = elementsAt(state, from)
  const list = around.find(({ name }) => name === 'ul' || name === 'ol')
  if (list && list.name !== tag) return step({ changes: list.names.map((name) => ({ ...name, insert: tag })) })
  const item = around.find(({ name }) => name === 'li')
  if (list && item) return insertAt(item.to, '\n  <li></li>', '\n  <li>'.length)
  const listOf = (texts: string[]) => [`<${tag}>`, ...texts.map((text) => `  <li>${text}</li>`), `</${tag}>`].join('\n')
  const blocks = blocksIn(state, from, to)
  const [first] = blocks
  if (!first) return wrapLines(state, listOf)
  const joined = [first]
  for (const block of blocks.slice(1)) {
    if (state.sliceDoc(joined.at(-1)?.to, block.from).trim() !== '') break
    joined.push(block)
  }
  const html = listOf(joined.map(({ inner }) => state.sliceDoc(inner.from, inner.to)))
  const last = joined.at(-1) ?? first
  return insertAt(first.from, html, html.length - `</li>\n</${tag}>`.length, last.to)
}

/**
 * The change that Enter makes at the end of a text: it begins the next paragraph or item. In an empty item it ends the list.
 * `undefined` elsewhere, where Enter breaks the line of the HTML.
 */
export function nextBlock(state: EditorState): TransactionSpec | undefined {
  const { head, empty } = state.selection.main
  const around = elementsAt(state, head)
  const block = around.find(({ name }) => name === 'li' || blockTags.includes(name))
  if (!block || !empty || head !== block.inner.to) return undefined
  const isEmpty = block.inner.from === block.inner.to
  const { from, text } = state.doc.lineAt(block.from)
  if (block.name !== 'li') return isEmpty ? undefined : insertAt(block.to, '\n<p></p>', '\n<p>'.length)
  const list = around.find(({ name }) => name === 'ul' || name === 'ol')
  if (!isEmpty || !list) return insertAt(block.to, `\n${indentOf(text)}<li></li>`, `\n${indentOf(text)}<li>`.length)
  // Takes the item's line with it, if the item is alone on the line.
  const start = state.sliceDoc(from, block.from).trim() === '' && from > list.inner.from ? from - 1 : block.from
  return step({
    changes: [
      { from: start, to: block.to },
      { from: list.to, insert: '\n<p></p>' },
    ],
    selection: EditorSelection.cursor(list.to - (block.to - start) + '\n<p>'.length),
  })
}

/** Breaks the line within a text. */
export function breakLine(state: EditorState): TransactionSpec {
  return insertInline(state, '<br>')
}

function indentOf(line: string): string {
  return /^\s*/.exec(line)?.[0] ?? ''
}

/** Puts a tag around the selection, or removes it from the element that the selection is in. */
export function toggleInline(state: EditorState, tag: 'strong' | 'em'): TransactionSpec {
  const { from, to } = state.selection.main
  const around = elementsAt(state, from).find(({ name, inner }) => name === tag && inner.to >= to)
  if (around)
    return step({
      changes: [
        { from: around.from, to: around.inner.from },
        { from: around.inner.to, to: around.to },
      ],
    })
  const ranges = textsIn(state)
  const length = tag.length + 2
  return step({
    changes: ranges.flatMap((range) => [
      { from: range.from, insert: `<${tag}>` },
      { from: range.to, insert: `</${tag}>` },
    ]),
    ...(ranges[0] &&
      ranges.length === 1 && {
        selection: EditorSelection.range(ranges[0].from + length, ranges[0].to + length),
      }),
  })
}

/** The link around the cursor with its address, or the selected text. */
export function linkAt(state: EditorState): { href: string; text: string; link?: Found } {
  const link = elementsAt(state, state.selection.main.from).find(({ name }) => name === 'a')
  const [text] = textsIn(state)
  if (!link) return { href: '', text: state.sliceDoc(text?.from, text?.to) }
  const [, , double, single] =
    /\shref\s*=\s*("([^"]*)"|'([^']*)')/i.exec(state.sliceDoc(link.from, link.inner.from)) ?? []
  return { href: decodeEntities(double ?? single ?? ''), text: state.sliceDoc(link.inner.from, link.inner.to), link }
}

/** Makes the selection a link, or changes the link around the cursor. `html` is what the link shows. */
export function setLink(state: EditorState, href: string, html: string): TransactionSpec {
  const { link } = linkAt(state)
  const insert = linkHtml(href, html)
  return link ? insertAt(link.from, insert, insert.length, link.to) : insertInline(state, insert)
}

/** Replaces the selection with HTML that stands within a text. Outside of any text it becomes a paragraph. */
export function insertInline(state: EditorState, html: string): TransactionSpec {
  const [{ from, to } = state.selection.main] = textsIn(state)
  const isOutside = elementsAt(state, from).length === 0
  const line = state.doc.lineAt(from).text
  if (isOutside && (line.trim() === '' || blockPattern.test(line)))
    return insertBlock(state, `<p>${html}</p>`, `<p>${html}`.length)
  return insertAt(from, html, html.length, to)
}

/** Puts a block after the one at the selection, on lines of its own. `cursor` is the place of the cursor in the block. */
export function insertBlock(state: EditorState, html: string, cursor = html.length): TransactionSpec {
  const { to } = state.selection.main
  const around = elementsAt(state, to)
  const index = around.findIndex(({ name }) => containerTags.includes(name))
  const container = around[index]
  const inside = container ? around.slice(0, index) : around
  const line = state.doc.lineAt(to)
  if (around.length === 0 && line.text.trim() === '') return insertAt(line.from, html, cursor, line.to)
  const end = inside.at(-1)?.to ?? container?.inner.to ?? line.to
  const isRestEmpty = state.sliceDoc(end, state.doc.lineAt(end).to).trim() === ''
  return insertAt(end, `\n${html}${isRestEmpty ? '' : '\n'}`, cursor + 1)
}

/** Puts a block after the one at the selection, and the cursor into its first empty element. */
export function insertEmpty(state: EditorState, html: string): TransactionSpec {
  return insertBlock(state, html, html.indexOf('></') + 1)
}

const blockPattern = /<\/?(?:p|h\d|[uo]l|li|d[ltd]|t(?:able|head|body|foot|[rhd])|figure|div|math|blockquote|pre)[\s>]/i

/** Makes each line of the selection, or the line of the cursor, a part of a block. After a line with blocks it adds an empty one. */
function wrapLines(state: EditorState, htmlOf: (texts: string[]) => string): TransactionSpec {
  const { from, to, empty } = state.selection.main
  const range = empty ? state.doc.lineAt(from) : { from, to }
  const text = state.sliceDoc(range.from, range.to)
  const texts = text.split('\n').flatMap((line) => line.trim() || [])
  if (texts.length === 0 || blockPattern.test(text)) return insertEmpty(state, htmlOf(['']))
  const html = htmlOf(texts)
  return insertAt(range.from, html, html.lastIndexOf(texts.at(-1) ?? '') + (texts.at(-1)?.length ?? 0), range.to)
}

function insertAt(from: number, insert: string, cursor: number, to = from): TransactionSpec {
  return step({ changes: { from, to, insert }, selection: EditorSelection.cursor(from + cursor) })
}

function step(spec: TransactionSpec): TransactionSpec {
  return { ...spec, annotations: isolateHistory.of('full'), userEvent: 'input', scrollIntoView: true }
}

/** The selection without the tags of paragraphs and headings: a range for each of these, or the selection itself. */
function textsIn(state: EditorState): Range[] {
  const { from, to } = state.selection.main
  const blocks = blocksIn(state, from, to)
  if (blocks.length === 0) return [{ from, to }]
  return blocks.map(({ inner }) => ({ from: Math.max(from, inner.from), to: Math.min(to, inner.to) }))
}

/** The paragraphs and headings that the selection touches. */
export function blocksIn(state: EditorState, from: number, to: number): Found[] {
  const found: Found[] = []
  treeOf(state).iterate({
    from,
    to,
    enter: ({ node }) => {
      const element = node.name === 'Element' && read(state, node)
      if (element && blockTags.includes(element.name) && element.inner.from <= to && element.inner.to >= from)
        found.push(element)
    },
  })
  return found
}

/** The elements around a position, innermost first. A position in a tag is in the element, too. */
function elementsAt(state: EditorState, position: number): Found[] {
  const found: Found[] = []
  for (const side of [-1, 1] as const) {
    for (let node: Node | null = treeOf(state).resolveInner(position, side); node; node = node.parent) {
      const element = node.name === 'Element' && read(state, node)
      if (
        element &&
        element.from < position &&
        position < element.to &&
        !found.some(({ from }) => from === element.from)
      )
        found.push(element)
    }
  }
  return found.sort((a, b) => b.from - a.from)
}

type Tree = ReturnType<typeof syntaxTree>
type Node = Tree['topNode']

/** The longest time that parsing a body may take, in milliseconds. */
const parseTime = 2_000

function treeOf(state: EditorState): Tree {
  return ensureSyntaxTree(state, state.doc.length, parseTime) ?? syntaxTree(state)
}

/** Reads an element that has a start tag. If it has no end tag, it ends where its content ends. */
function read(state: EditorState, node: Node): Found | undefined {
  const [open, close] = [node.getChild('OpenTag'), node.getChild('CloseTag')]
  const names = [open, close].flatMap((tag) => tag?.getChild('TagName') ?? [])
  const [first] = names
  if (!open || !first) return undefined
  return {
    name: state.sliceDoc(first.from, first.to).toLowerCase(),
    from: node.from,
    to: node.to,
    inner: { from: open.to, to: close?.from ?? node.to },
    names: names.map(({ from, to }) => ({ from, to })),
  }
}
