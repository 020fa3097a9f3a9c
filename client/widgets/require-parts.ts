/**
 * Throws if a widget lacks one of its parts. Texts are props here, so a missing text would leave a control without a name. The
 * error names widget and part, as in govuk-frontend.
 */
export function requireParts(widget: string, parts: Record<string, unknown>): void {
  for (const [part, value] of Object.entries(parts)) {
    if (value === undefined || value === null || value === '')
      throw new Error(`${widget}: "${part}" is missing or empty; client/widgets/${widget}.tsx says what it is for`)
  }
}

/** Throws if a number is not between `min` and `max`, or must be whole and is not. The error names widget, part and both values. */
export function requireNumber(
  widget: string,
  part: string,
  value: number,
  { min, max = Number.POSITIVE_INFINITY, isInteger = false }: { min: number; max?: number; isInteger?: boolean },
): void {
  if (value >= min && value <= max && (!isInteger || Number.isInteger(value))) return
  const kind = isInteger ? 'a whole number' : 'a number'
  const range = Number.isFinite(max) ? `from ${min} to ${max}` : `of ${min} or more`
  throw new RangeError(`${widget}: "${part}" is ${String(value)}, expected ${kind} ${range}`)
}
