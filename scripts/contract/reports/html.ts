import { escapeMarkup } from '#markup/escape'
import type { Difference } from '../content'
import type { Drift, OperationReport } from '../findings'
import {
  allDrifts,
  driftCounts,
  formWord,
  headline,
  milliseconds,
  placeOf,
  plural,
  type Report,
  severityOf,
  shapeLine,
  whoseDrift,
} from '../report'
import { rules } from '../rules'

const style = `
:root { color-scheme: light dark; --text: #1c2526; --dim: #4c5a5c; --back: #fff; --line: #c9d2d3; --good: #1a6636; --bad: #a61b1b }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6ecec; --dim: #a9b6b8; --back: #12181a; --line: #3a474a; --good: #7fd49c; --bad: #ff9d94 }
}
body { margin: 2rem auto; max-inline-size: 70rem; padding-inline: 1rem; font: 1rem/1.5 system-ui, sans-serif;
  color: var(--text); background: var(--back) }
.wide { overflow-x: auto }
table { border-collapse: collapse; inline-size: 100% }
th, td { padding: .3rem .8rem; border-block-end: 1px solid var(--line); text-align: start; vertical-align: top }
td.number, td code { white-space: nowrap }
.number { text-align: end; font-variant-numeric: tabular-nums }
.passed, .holds { color: var(--good) } .drift, .unchecked, .error { color: var(--bad) } .known { color: var(--dim) }
h1, h3 { overflow-wrap: anywhere }
section { margin-block: 2rem } dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .2rem 1rem }
a { color: inherit }
dt { color: var(--dim) } dt:target { color: var(--text); font-weight: bold } dd { margin: 0; overflow-wrap: anywhere }
pre { padding: .6rem; border: 1px solid var(--line); white-space: pre-wrap; overflow-wrap: anywhere }
`

/** The report as one HTML file that loads nothing. */
export function htmlReport(report: Report): string {
  const { operations, difference, unchecked, summary, verdict } = report
  const drifts = allDrifts(report)
  const title = `Contract of ${report.url}`
  const numbers = `${plural(summary.calls, 'call')}, ${plural(summary.pictures, 'picture')}, ${(summary.elapsed / 1000).toFixed(1)} s`
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
<p><strong class="${verdict}">${escapeMarkup(headline(report))}</strong> (${numbers})</p>
<p>${report.madeBy}, <time>${report.madeAt}</time></p>
${unchecked === undefined ? '' : `<p>${escapeMarkup(unchecked)}</p>`}
<div class="wide" tabindex="0" role="region" aria-label="Operations">
<table>
<caption>Operations</caption>
<thead><tr>${['Status', 'Operation', 'Route', 'Calls', 'Median', 'p95', 'Warnings', 'Form'].map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead>
<tbody>
${operations.map(operationRow).join('\n')}
</tbody>
</table>
</div>
${drifts.length > 0 ? `<section aria-labelledby="drift"><h2 id="drift">${driftCounts(report).join(', ')}</h2>\n${drifts.map(driftArticle).join('\n')}</section>` : ''}
${rulesSection(drifts)}
${difference ? differenceSection(difference) : ''}
${extraFieldsSection(operations)}
</main>
</body>
</html>
`
}

function operationRow({ status, operation, method, path, calls, median, p95, ...entry }: OperationReport) {
  const { warnings, acceptsForm, reason, notes } = entry
  const remarks = [...(reason === undefined ? [] : [reason]), ...notes].map(escapeMarkup).join('<br>')
  const number = (text: string) => `<td class="number">${text}</td>`
  return `<tr><td class="${status}">${status}</td><th scope="row">${operation}</th><td><code>${method} ${path}</code></td>${number(String(calls))}${number(milliseconds(median))}${number(milliseconds(p95))}${number(String(warnings))}<td>${formWord(acceptsForm)}</td></tr>${remarks && `\n<tr><td></td><td colspan="7">${remarks}</td></tr>`}`
}

function extraFieldsSection(operations: readonly OperationReport[]): string {
  const rows = operations.filter(({ extraFields }) => extraFields.length > 0)
  if (rows.length === 0) return ''
  const terms = rows.map(({ operation, extraFields }) => {
    const fields = extraFields.map((field) => `<code>${escapeMarkup(field)}</code>`)
    return `<dt>${operation}</dt><dd>${fields.join(', ')}</dd>`
  })
  return `<section aria-labelledby="extra"><h2 id="extra">Fields that the contract doesn’t know (fine)</h2><dl>${terms.join('\n')}</dl></section>`
}

function driftArticle(drift: Drift): string {
  const meant = drift.nearest === undefined ? '' : `<dt>Probably meant</dt><dd>${escapeMarkup(drift.nearest)}</dd>`
  const habit =
    drift.habit === undefined ? '' : `<dt>Format</dt><dd>${escapeMarkup(drift.habit)}: it is read all the same</dd>`
  return `<article>
<h3><span class="${drift.isKnown ? 'known' : drift.severity}">${escapeMarkup(severityOf(drift))}:</span> ${drift.operation} <code>${escapeMarkup(placeOf(drift))}</code></h3>
<dl><dt>Rule</dt><dd><a href="#rule-${drift.rule}">${drift.rule}</a></dd><dt>Expected</dt><dd>${escapeMarkup(drift.expected)}</dd><dt>Found</dt><dd>${escapeMarkup(drift.found)}</dd>${meant}${habit}<dt>Where</dt><dd>${escapeMarkup(whoseDrift(drift))}</dd></dl>
<pre><code>${escapeMarkup(drift.curl)}</code></pre>
</article>`
}

/** Explains the rules of the drifts shown. The text is in the report itself, because the package has no website to link to. */
function rulesSection(drifts: readonly Drift[]): string {
  const ids = [...new Set(drifts.map(({ rule }) => rule))].sort()
  if (ids.length === 0) return ''
  const terms = ids.map(
    (id) =>
      `<dt id="rule-${id}">${id}</dt><dd>${escapeMarkup(rules[id].title)}. Default severity: ${rules[id].severity}.</dd>`,
  )
  return `<section aria-labelledby="rules"><h2 id="rules">Rules</h2><dl>${terms.join('\n')}</dl></section>`
}

function differenceSection({ against, shapes, content, reordered }: Difference): string {
  const list = (lines: string[]) =>
    lines.length > 0 ? `<ul>${lines.map((line) => `<li>${line}</li>`).join('\n')}</ul>` : '<p>None.</p>'
  const items = content.map(({ entity, slug, change, fields }) => {
    const changes = fields.map(({ field, before, after }) => escapeMarkup(`${field}: ${after}, was ${before}`))
    return `${change}: ${entity} <code>${escapeMarkup(slug)}</code>${changes.length > 0 ? list(changes) : ''}`
  })
  return `<section aria-labelledby="difference"><h2 id="difference">Against ${escapeMarkup(against)}</h2>
<h3>Shapes</h3>${list(shapes.map((shape) => escapeMarkup(shapeLine(shape))))}
<h3>Content</h3>${list(items)}
${reordered.length > 0 ? `<p>In another order (no difference): ${reordered.join(', ')}</p>` : ''}</section>`
}
