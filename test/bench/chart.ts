import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Bar = { name: string; value: number }

/** A horizontal bar chart. `mark` draws a vertical line at its value. */
export type Chart = { title: string; bars: Bar[]; mark?: { name: string; value: number } }

const folder = join(import.meta.dirname, '../../docs/charts')
const [width, nameWidth, barHeight, top] = [720, 190, 26, 44]

/** Writes a chart to `docs/charts/NAME.svg`, in colours that work on light and dark pages. */
export function writeChart(name: string, { title, bars, mark }: Chart): void {
  const max = Math.max(...bars.map(({ value }) => value), mark?.value ?? 0)
  const lengthOf = (value: number) => Math.round(((width - nameWidth - 70) * value) / max)
  const height = top + bars.length * barHeight + 10
  const text = (x: number, y: number, content: string, more = '') =>
    `<text x="${x}" y="${y}" fill="currentColor"${more}>${escaped(content)}</text>`
  const rows = bars.flatMap((bar, index) => {
    const y = top + index * barHeight
    return [
      text(nameWidth - 8, y + 17, bar.name, ' text-anchor="end"'),
      `<rect x="${nameWidth}" y="${y + 4}" width="${lengthOf(bar.value)}" height="${barHeight - 8}" rx="3" fill="#0a7f91"/>`,
      text(nameWidth + lengthOf(bar.value) + 6, y + 17, String(bar.value)),
    ]
  })
  const line = mark && [
    `<path d="M${nameWidth + lengthOf(mark.value)} ${top - 8}V${height - 6}" stroke="#b3541e" stroke-dasharray="4 3"/>`,
    text(nameWidth + lengthOf(mark.value), top - 12, mark.name, ' text-anchor="middle"'),
  ]
  const content = [text(8, 18, title, ' font-weight="bold"'), ...rows, ...(line ?? [])].join('\n')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, `${name}.svg`),
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" font-family="sans-serif" font-size="13" role="img">
<title>${escaped(title)}</title>
<style>svg { color: #24344a } @media (prefers-color-scheme: dark) { svg { color: #c9d4e2 } }</style>
${content}
</svg>
`,
  )
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
