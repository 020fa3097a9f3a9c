/** Replaces a part of a text: `length` UTF-16 code units from `offset` on. The edits of a list are sorted and do not overlap. */
export type Edit = { offset: number; length: number; content: string }

/**
 * How to get from an earlier body of the response to `homeData` to the current one, whose SHA-256 is `digest`. `null` if the
 * server does not know the earlier body, or if too much has changed.
 */
export type HomeChanges = { digest: string; edits: Edit[] } | null

/** The path of the changes since the response whose body has this SHA-256, in hexadecimal digits. */
export function homeChangesPath(digest: string): string {
  return `/api/changes/${digest}`
}

export function applyEdits(text: string, edits: readonly Edit[]): string {
  let end = 0
  const parts = edits.flatMap(({ offset, length, content }) => {
    const before = text.slice(end, offset)
    end = offset + length
    return [before, content]
  })
  return parts.join('') + text.slice(end)
}
