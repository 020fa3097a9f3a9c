/**
 * Decodes a response's bytes. Uses UTF-8 if they are valid UTF-8, because many servers name another charset by mistake, otherwise the
 * charset of the Content-Type header. Throws a RangeError if the bytes are no text in it, so that no page shows U+FFFD for letters.
 */
export function decodeText(bytes: AllowSharedBufferSource, contentType: string | null): string {
  const charset = charsetOf(contentType)
  for (const label of ['utf-8', charset]) {
    try {
      return new TextDecoder(label, { fatal: true }).decode(bytes)
    } catch {
      // The next charset may fit.
    }
  }
  throw new RangeError(`bytes that are no text in ${charset}`)
}

/** The charset that a Content-Type header names, UTF-8 by default. */
export function charsetOf(contentType: string | null): string {
  return /;\s*charset="?([^\s";]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8'
}
