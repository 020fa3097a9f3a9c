import { styleText } from 'node:util'
import type { Report } from '../report'
import { type Block, type Inline, type Mark, reportBlocks } from './document'

/** The maximum number of drifts and changes shown in a terminal. `--json` and `--html` have all. */
const mostShown = 100

/** Colours of a terminal, or none. */
export type Paint = (style: Parameters<typeof styleText>[0], text: string) => string

const styles: Record<Mark, Parameters<typeof styleText>[0]> = {
  ...{ holds: 'green', passed: 'green', drift: 'red', unchecked: 'red', skipped: 'dim' },
  ...{ error: 'red', warning: 'yellow', known: 'dim' },
}

/** True if output is coloured: as NO_COLOR and FORCE_COLOR say, else only in a terminal. */
export function hasColours({ isTTY }: { isTTY?: boolean }, env = process.env): boolean {
  if (env.NO_COLOR) return false
  return env.FORCE_COLOR === undefined || env.FORCE_COLOR === '' ? isTTY === true : env.FORCE_COLOR !== '0'
}

/** Colours texts when `isColoured`. */
export function createPaint(isColoured: boolean): Paint {
  return (style, text) => (isColoured ? styleText(style, text, { validateStream: false }) : text)
}

/** The report for a terminal, without known drift. The verdict comes last. */
export function textReport(report: Report, paint: Paint): string {
  const drifts = report.drifts.filter(({ isKnown }) => !isKnown)
  const warnings = report.warnings.filter(({ isKnown }) => !isKnown)
  const [verdict, , ...rest] = reportBlocks({ ...report, drifts, warnings }, mostShown).map((block) =>
    blockText(block, paint),
  )
  return `${rest.filter(Boolean).join('\n')}\n\n${verdict}\n`
}

/** A block as lines of text; empty without content. */
export function blockText(block: Block, paint: Paint): string {
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
  const plain = createPaint(false)
  const rows = [block.head, ...block.rows]
  const widths = block.head.map((_, column) =>
    Math.max(...rows.map((cells) => inlineText(cells[column] ?? '', plain).length)),
  )
  const lines = rows.map((cells) =>
    cells.map(
      (cell, column) => inlineText(cell, paint) + ' '.repeat((widths[column] ?? 0) - inlineText(cell, plain).length),
    ),
  )
  return lines.map((cells) => cells.join('  ').trimEnd()).join('\n')
}

function inlineText(part: Inline, paint: Paint): string {
  if (typeof part === 'string') return part
  if ('mark' in part) return paint(styles[part.mark], part.text)
  return 'code' in part ? part.code : part.rule
}
