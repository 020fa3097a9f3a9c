/**
 * Refuses a widget that lacks one of its parts: words come by props here, so a forgotten one would be a control without a name.
 * The error names the widget and the part, a habit of govuk-frontend.
 */
export function requireParts(widget: string, parts: Record<string, unknown>): void {
  for (const [part, value] of Object.entries(parts)) {
    if (value === undefined || value === null || value === '')
      throw new Error(`${widget}: "${part}" is missing or empty; client/widgets/${widget}.tsx says what it is for`)
  }
}

/** Refuses a number outside of `min` to `max`; the error names the widget, the part, what was expected and what was found. */
export function requireNumber(
  widget: string,
  part: string,
  value: number,
  { min, max = Number.POSITIVE_INFINITY, isWhole = false }: { min: number; max?: number; isWhole?: boolean },
): void {
  if (value >= min && value <= max && (!isWhole || Number.isInteger(value))) return
  const kind = isWhole ? 'a whole number' : 'a number'
  const range = Number.isFinite(max) ? `from ${min} to ${max}` : `of ${min} or more`
  throw new RangeError(`${widget}: "${part}" is ${String(value)}, expected ${kind} ${range}`)
}
