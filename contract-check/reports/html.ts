import { escapeMarkup } from '#contract/markup/escape'
import type { Report } from '../report'
import { type Block, type Inline, type ListItem, reportBlocks, ruleBlocks } from './document'

const style = `
:root { color-scheme: light dark; --text: #1c2526; --dim: #4c5a5c; --back: #fff; --line: #c9d2d3; --good: #1a6636; --bad: #a61b1b }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6ecec; --dim: #a9b6b8; --back: #12181a; --line: #3a474a; --good: #7fd49c; --bad: #ff9d94 }
}
body { margin: 2rem auto; max-inline-size: 70rem; padding-inline: 1rem; font: 1rem/1.5 system-ui, sans-serif;
  color: var(--text); background: var(--back) }
.wide { overflow-x: auto; margin-block: 1rem }
table { border-collapse: collapse; inline-size: 100% }
th, td { padding: .3rem .8rem; border-block-end: 1px solid var(--line); text-align: start; vertical-align: top }
td { font-variant-numeric: tabular-nums } td code { white-space: nowrap }
p > span, h3 > span { font-weight: bold }
.passed, .holds { color: var(--good) } .drift, .unchecked, .error { color: var(--bad) } .known { color: var(--dim) }
h1, h3, li, p { overflow-wrap: anywhere }
a { color: inherit } :target { text-decoration: underline }
pre { padding: .6rem; border: 1px solid var(--line); white-space: pre-wrap; overflow-wrap: anywhere }
`

/** The report as one HTML file. */
export function htmlReport(report: Report): string {
  return htmlPage(`Contract of ${report.url}`, [...reportBlocks(report), ...ruleBlocks(report)])
}

/** Blocks as an HTML page that loads no other file. */
export function htmlPage(title: string, blocks: readonly Block[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeMarkup(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeMarkup(title)}</h1>
${blocks.map(blockMarkup).filter(Boolean).join('\n')}
</main>
</body>
</html>
`
}

function blockMarkup(block: Block): string {
  if ('heading' in block) {
    const id = block.id === undefined ? '' : ` id="${block.id}"`
    return element(`h${block.level}`, inline(block.heading), id)
  }
  if ('paragraph' in block) return element('p', inline(block.paragraph))
  if ('list' in block) return listMarkup(block.list)
  if ('command' in block) return element('pre', inline([{ code: block.command }]))
  const { caption, head, rows } = block
  const names = head.map((name) => element('th', name, ' scope="col"'))
  const lines = rows.map(([first = '', ...cells]) => {
    const rest = cells.map((cell) => `<td>${inline([cell])}</td>`)
    return element('tr', element('th', inline([first]), ' scope="row"') + rest.join(''))
  })
  return `<div class="wide" tabindex="0" role="region" aria-label="${caption}">
<table>
<caption>${caption}</caption>
<thead><tr>${names.join('')}</tr></thead>
<tbody>
${lines.join('\n')}
</tbody>
</table>
</div>`
}

function listMarkup(items: readonly ListItem[]): string {
  const lines = items.map(({ parts, details = [] }) => {
    return element('li', inline(parts) + listMarkup(details.map((detail) => ({ parts: [detail] }))))
  })
  return element('ul', lines.join('\n'))
}

/** An HTML element, or an empty text for an element without content. */
function element(name: string, content: string, attributes = ''): string {
  return content && `<${name}${attributes}>${content}</${name}>`
}

function inline(parts: readonly Inline[]): string {
  const markup = parts.map((part) => {
    if (typeof part === 'string') return escapeMarkup(part)
    if ('mark' in part) return `<span class="${part.mark}">${escapeMarkup(part.text)}</span>`
    return 'code' in part ? `<code>${escapeMarkup(part.code)}</code>` : `<a href="#rule-${part.rule}">${part.rule}</a>`
  })
  return markup.join('')
}
