/** The number of pages that `total` items fill. An empty list still has one page (spec section 9). */
export function pageCount(total: number, perPage: number): number {
  return Math.max(1, Math.ceil(total / perPage))
}

/** Up to `size` page numbers with `page` in the middle, as far as the ends allow. */
export function pageNumbers(page: number, count: number, size = 5): number[] {
  const shown = Math.min(size, count)
  const centred = page - Math.floor(shown / 2)
  const first = Math.max(1, Math.min(centred, count - shown + 1))
  return Array.from({ length: shown }, (_, index) => first + index)
}
