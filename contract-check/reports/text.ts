import { stripVTControlCharacters, styleText } from 'node:util'
import type { Drift, Report } from '../report'
import { type Block, driftBlocks, type Inline, type Mark, maxShown, reportBlocks } from './document'

/** Adds a terminal's colours to a text, or returns the text unchanged. */
export type Paint = (style: Parameters<typeof styleText>[0], text: string) => string

const styles: Record<Mark, Parameters<typeof styleText>[0]> = {
  holds: 'green',
  passed: 'green',
  drift: 'red',
  unchecked: 'red',
  skipped: 'dim',
  error: 'red',
  warning: 'yellow',
  known: 'dim',
}

/** Colours texts for a stream if it is a terminal. NO_COLOR and FORCE_COLOR override this. Without a stream, texts stay plain. */
export function createPaint(stream?: { isTTY?: boolean }): Paint {
  const { NO_COLOR, FORCE_COLOR } = process.env
  const isWanted = FORCE_COLOR ? FORCE_COLOR !== '0' : stream?.isTTY
  const isColoured = stream && !NO_COLOR && isWanted
  return (style, text) => (isColoured ? styleText(style, text, { validateStream: false }) : text)
}

/** The report for a terminal, without known drift. The verdict comes last. */
export function textReport(report: Report, paint: Paint): string {
  const drifts = report.drifts.filter(({ isKnown }) => !isKnown)
  const warnings = report.warnings.filter(({ isKnown }) => !isKnown)
  const [verdict, , ...rest] = reportBlocks({ ...report, drifts, warnings }, maxShown).map((block) =>
    blockText(block, paint),
  )
  return `${rest.filter(Boolean).join('\n')}\n\n${verdict}\n`
}

/** Drifts with their facts and calls. */
export function driftsText(drifts: readonly Drift[], paint = createPaint()): string {
  const lines = drifts.flatMap(driftBlocks).map((block) => blockText(block, paint))
  return lines.join('\n').trim()
}

/** A block as lines of text; empty without content. */
function blockText(block: Block, paint: Paint): string {
  const inline = (parts: readonly Inline[]) => parts.map((part) => inlineText(part, paint)).join('')
  if ('heading' in block) {
    const text = inline(block.heading)
    return text && `\n${paint('bold', text)}`
  }
  if ('paragraph' in block) return inline(block.paragraph)
  if ('command' in block) return `  ${block.command}`
  if ('list' in block)
    return block.list
      .flatMap(({ parts, details = [] }) => [
        `  ${inline(parts)}`,
        ...details.map((detail) => `      ${inline([detail])}`),
      ])
      .join('\n')
  const rows = [block.head, ...block.rows].map((cells) => cells.map((cell) => inlineText(cell, paint)))
  const widthOf = (text = '') => stripVTControlCharacters(text).length
  const widths = block.head.map((_, column) =>
    rows.reduce((width, cells) => Math.max(width, widthOf(cells[column])), 0),
  )
  const lines = rows.map((cells) =>
    cells.map((text, column) => text + ' '.repeat((widths[column] ?? 0) - widthOf(text))),
  )
  return lines.map((cells) => cells.join('  ').trimEnd()).join('\n')
}

function inlineText(part: Inline, paint: Paint): string {
  if (typeof part === 'string') return part
  if ('mark' in part) return paint(styles[part.mark], part.text)
  return 'code' in part ? part.code : part.rule
}
