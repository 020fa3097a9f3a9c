import type { Report } from '../report'
import { type Block, type Inline, type Mark, maxShown, reportBlocks, ruleBlocks } from './document'

const symbols: Partial<Record<Mark, string>> = { holds: '✅', passed: '✅', drift: '❌', unchecked: '⚠️' }

/** The report for a pull request. */
export function markdownReport(report: Report): string {
  const blocks = [...reportBlocks(report, maxShown), ...ruleBlocks(report)].map((block) => blockLines(block).join('\n'))
  return `${['## Contract', ...blocks].filter(Boolean).join('\n\n')}\n`
}

function blockLines(block: Block): string[] {
  if ('heading' in block) {
    const text = inline(block.heading)
    return text === '' ? [] : [`${'#'.repeat(block.level + 1)} ${text}`]
  }
  if ('paragraph' in block) return [inline(block.paragraph)]
  if ('list' in block)
    return block.list.flatMap(({ parts, details = [] }) => [
      `- ${inline(parts)}`,
      ...details.map((detail) => `  - ${inline([detail])}`),
    ])
  if ('command' in block) {
    const fence = '`'.repeat(Math.max(3, longestRun(block.command) + 1))
    return [`${fence}sh`, block.command, fence]
  }
  const rows = [
    block.head,
    block.head.map(() => '---'),
    ...block.rows.map((cells) => cells.map((cell) => inline([cell]))),
  ]
  return rows.map((cells) => `| ${cells.join(' | ')} |`)
}

function inline(parts: readonly Inline[]): string {
  const texts = parts.map((part) => {
    if (typeof part === 'string') return plain(part)
    if ('mark' in part) return [symbols[part.mark], plain(part.text)].filter(Boolean).join(' ')
    return code('code' in part ? part.code : part.rule)
  })
  return texts.join('')
}

/** Escapes Markdown and joins lines. */
function plain(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~@]/g, '\\$&').replaceAll(/\s+/g, ' ')
}

/** Inline code with enough backticks around it. */
function code(text: string): string {
  const ticks = '`'.repeat(longestRun(text) + 1)
  const space = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return `${ticks}${space}${text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')}${space}${ticks}`
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
}
