/** The maximum number of columns or rows that a cell of a table spans. */
const maxSpan = 50

/** The maximum number of places that the cells of a body's tables take together. Cells after it span no others. */
const maxSpannedArea = 10_000

/** The attributes of HTML and MathML that span columns or rows. */
const names = ['colspan', 'rowspan', 'span', 'columnspan']

/**
 * Creates a function that bounds the columns and rows that a cell or `col` spans, in its attributes, because browsers lay out each
 * place of a table's grid. A body needs a function of its own.
 */
export function createSpanLimit(): (attributes: Map<string, string>) => void {
  let spannedArea = 0
  return (attributes) => {
    let area = 1
    for (const name of names) {
      const span = Number.parseInt(attributes.get(name) ?? '', 10)
      // 0 means the rest of the table for `rowspan`.
      if (!(span > 1)) attributes.delete(name)
      else attributes.set(name, String(Math.min(span, maxSpan)))
      area *= Number(attributes.get(name) ?? 1)
    }
    spannedArea += area
    if (spannedArea > maxSpannedArea) for (const name of names) attributes.delete(name)
  }
}
