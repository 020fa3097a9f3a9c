import { escapeAttribute, escapeText } from '#contract/markup/escape'

/** A link. `html` is what it shows. */
export function linkHtml(href: string, html: string): string {
  return `<a href="${escapeAttribute(href)}">${html}</a>`
}

/** The HTML of an empty table. */
export function tableHtml(rows: number, columns: number, hasHead: boolean): string {
  const row = (start: string, end: string) => `    <tr>${`${start}${end}`.repeat(columns)}</tr>`
  const body = Array.from({ length: hasHead ? rows - 1 : rows }, () => row('<td>', '</td>'))
  const head = ['  <thead>', row('<th scope="col">', '</th>'), '  </thead>']
  const lines = [
    '<table>',
    ...(hasHead ? head : []),
    ...(body.length > 0 ? ['  <tbody>', ...body, '  </tbody>'] : []),
    '</table>',
  ]
  return lines.join('\n')
}

/** The HTML of a picture of the images folder. A caption makes it a figure. */
export function pictureHtml(name: string, alt: string, caption: string): string {
  const picture = `<img src="${encodeURIComponent(name)}" alt="${escapeAttribute(alt)}">`
  if (caption.trim() === '') return `<p>${picture}</p>`
  return `<figure>${picture}<figcaption>${escapeText(caption)}</figcaption></figure>`
}
