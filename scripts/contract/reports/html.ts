import { escapeMarkup } from '#markup/escape'
import type { Difference, Drift, OperationReport, Report } from '../report'
import {
  allDrifts,
  cellsOf,
  changesOf,
  columns,
  differenceTitle,
  driftCounts,
  driftFacts,
  effort,
  headline,
  placeOf,
  ruleText,
  severityOf,
  whoseDrift,
} from './words'

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
.passed, .holds { color: var(--good) } .drift, .unchecked, .error { color: var(--bad) } .known { color: var(--dim) }
h1, h3 { overflow-wrap: anywhere }
section { margin-block: 2rem } dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .2rem 1rem }
a { color: inherit }
dt { color: var(--dim) } dt:target { color: var(--text); font-weight: bold }
dd { margin: 0; grid-column: 2; overflow-wrap: anywhere }
pre { padding: .6rem; border: 1px solid var(--line); white-space: pre-wrap; overflow-wrap: anywhere }
`

/** An HTML page that loads nothing. */
export function htmlPage(title: string, content: readonly string[]): string {
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
${content.filter(Boolean).join('\n')}
</main>
</body>
</html>
`
}

/** A table that scrolls sideways. Cells are markup; the one at the index `heading` is the heading of its row. */
export function htmlTable(
  caption: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  heading = 0,
): string {
  const cell = (text: string, index: number) =>
    index === heading ? `<th scope="row">${text}</th>` : `<td>${text}</td>`
  return `<div class="wide" tabindex="0" role="region" aria-label="${caption}">
<table>
<caption>${caption}</caption>
<thead><tr>${head.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead>
<tbody>
${rows.map((cells) => `<tr>${cells.map(cell).join('')}</tr>`).join('\n')}
</tbody>
</table>
</div>`
}

/** The report as one HTML file. */
export function htmlReport(report: Report): string {
  const { operations, difference, unchecked, summary, verdict } = report
  const drifts = allDrifts(report)
  const rules = [...new Set(drifts.map(({ rule }) => rule))].sort()
  const rows = operations.map((entry) => {
    const [status, operation = '', route = '', ...figures] = cellsOf(entry)
    return [`<span class="${status}">${status}</span>`, operation, code(route), ...figures]
  })
  return htmlPage(`Contract of ${report.url}`, [
    `<p><strong class="${verdict}">${escapeMarkup(headline(report))}</strong> (${effort(summary)})</p>`,
    `<p>${report.madeBy}, <time>${report.madeAt}</time></p>`,
    unchecked === undefined ? '' : `<p>${escapeMarkup(unchecked)}</p>`,
    htmlTable('Operations', ['status', ...columns.slice(1)], rows, 1),
    section('remarks', 'Remarks', terms(operations.map((entry) => [entry.operation, remarksOf(entry)]))),
    section('drift', driftCounts(report).join(', '), drifts.map(driftArticle).join('\n')),
    // The text of the rules is in the report itself, because the package has no website to link to.
    section('rules', 'Rules', terms(rules.map((id) => [id, [escapeMarkup(ruleText(id))], `rule-${id}`]))),
    difference ? differenceSection(difference) : '',
  ])
}

function code(text: string): string {
  return `<code>${escapeMarkup(text)}</code>`
}

/** A section with a heading; empty without content. */
function section(id: string, title: string, content: string): string {
  if (content === '') return ''
  return `<section aria-labelledby="${id}"><h2 id="${id}">${escapeMarkup(title)}</h2>\n${content}</section>`
}

/** A list of terms and their explanations in markup. Leaves out terms without any. */
function terms(entries: readonly [term: string, explanations: string[], id?: string][]): string {
  const lines = entries.flatMap(([term, explanations, id]) => {
    const name = id === undefined ? `<dt>${term}</dt>` : `<dt id="${id}">${term}</dt>`
    return explanations.length > 0 ? [name + explanations.map((text) => `<dd>${text}</dd>`).join('')] : []
  })
  return lines.length > 0 ? `<dl>${lines.join('\n')}</dl>` : ''
}

function remarksOf({ reason, notes, extraFields }: OperationReport): string[] {
  const extra = extraFields.length > 0 ? [`extra fields (fine): ${extraFields.map(code).join(', ')}`] : []
  return [...(reason === undefined ? [] : [reason]), ...notes].map(escapeMarkup).concat(extra)
}

function driftArticle(drift: Drift): string {
  const severity = `<span class="${drift.isKnown ? 'known' : drift.severity}">${escapeMarkup(severityOf(drift))}:</span>`
  const facts = [...driftFacts(drift), ['where', whoseDrift(drift)] as const].map(
    ([name, value]): [string, string[]] => [
      name,
      [name === 'rule' ? `<a href="#rule-${value}">${value}</a>` : escapeMarkup(value)],
    ],
  )
  return `<article>
<h3>${severity} ${drift.operation} ${code(placeOf(drift))}</h3>
${terms(facts)}
<pre>${code(drift.curl)}</pre>
</article>`
}

function differenceSection(difference: Difference): string {
  const list = (items: readonly string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join('\n')}</ul>`
  const changes = changesOf(difference).map(({ change, text, fields }) => {
    const line = escapeMarkup(change ? `${change}: ${text}` : text)
    return fields.length > 0 ? `${line}${list(fields.map(escapeMarkup))}` : line
  })
  const { reordered } = difference
  const note = reordered.length > 0 ? `<p>In another order (no difference): ${reordered.join(', ')}</p>` : ''
  return section(
    'difference',
    differenceTitle(difference),
    `${changes.length > 0 ? list(changes) : '<p>None.</p>'}${note}`,
  )
}
