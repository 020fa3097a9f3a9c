import { isolateHistory } from '@codemirror/commands'
import { EditorSelection, type EditorState, type TransactionSpec } from '@codemirror/state'
import { BodyError } from '#contract/markup/body-limits'
import { blocksIn, insertBlock, insertInline } from './body-edits'
import { type PastedBody, pastedBody, pastedText } from './pasted-body'
import { isMarkup } from './pasted-html'

/**
 * Reads what another program has put on the clipboard. `undefined` for HTML as a text, and for nothing at all, both of which the editor
 * pastes as they are.
 */
export function readClipboard(data: DataTransfer): PastedBody | undefined {
  const [text, html] = [data.getData('text/plain'), data.getData('text/html')]
  // Code editors add their colours as HTML.
  if (isMarkup(text) && (html === '' || /white-space:\s*pre|monospace/i.test(html))) return undefined
  const [file] = data.files
  if (text === '' && html === '' && file?.type.startsWith('image/'))
    return { html: '', isInline: true, lost: ['pictures'] }
  const pasted = html === '' ? undefined : htmlOrNothing(html)
  if (pasted && (pasted.html !== '' || pasted.lost.length > 0)) return pasted
  return text === '' ? undefined : pastedText(text)
}

function htmlOrNothing(html: string): PastedBody | undefined {
  try {
    return pastedBody(html)
  } catch (error) {
    if (error instanceof BodyError) return undefined
    throw error
  }
}

/** Puts a pasted text in the place of the selection, blocks after the block of the cursor. It is one step of undo. */
export function insertPasted(state: EditorState, { html, isInline }: PastedBody): TransactionSpec {
  if (isInline) return html === '' ? {} : insertInline(state, html)
  const { from, to } = state.selection.main
  const isWhole = state.sliceDoc(from, to).trim() === state.doc.toString().trim()
  const [block] = blocksIn(state, from, to)
  const isEmptyBlock = block && state.sliceDoc(block.inner.from, block.inner.to).trim() === ''
  const range = isWhole ? { from: 0, to: state.doc.length } : isEmptyBlock ? block : undefined
  const edit = range ? replaced(range, html) : addedAfter(state, html)
  return { ...edit, annotations: isolateHistory.of('full'), userEvent: 'input.paste', scrollIntoView: true }
}

function replaced({ from, to }: { from: number; to: number }, html: string): TransactionSpec {
  return { changes: { from, to, insert: html }, selection: EditorSelection.cursor(from + html.length) }
}

/** Removes the selection, and adds the blocks after that of the cursor. */
function addedAfter(state: EditorState, html: string): TransactionSpec {
  const { from, to } = state.selection.main
  const removed = state.update({ changes: { from, to } })
  const added = removed.state.update(insertBlock(removed.state, html))
  return { changes: removed.changes.compose(added.changes), selection: added.newSelection }
}
