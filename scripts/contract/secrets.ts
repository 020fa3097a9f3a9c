const mark = '[redacted]'

/** Replaces header values in texts. Ignores values and words of fewer than four characters, which would match too much. */
export function createRedaction(headers: Record<string, string>) {
  const words = Object.values(headers).flatMap((value) => [value, ...value.split(/[\s,;=]+/)])
  const plain = [...new Set(words)].filter((word) => word.length >= 4)
  // The same value in JSON, in an address and in base64.
  const secrets = plain
    .flatMap((word) => [word, JSON.stringify(word).slice(1, -1), encodeURIComponent(word), btoa(word)])
    .sort((a, b) => b.length - a.length)
  const text = (value: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, mark), value)
  return {
    text,
    bytes: (body: Buffer): Buffer =>
      secrets.some((secret) => body.includes(secret)) ? Buffer.from(text(body.toString())) : body,
    /** Redacts every string and key in a value of plain objects. */
    deep: <Value>(value: Value): Value => (secrets.length === 0 ? value : (deep(value) as Value)), // the same structure
  }

  function deep(value: unknown): unknown {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return value.map(deep)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [text(key), deep(child)]))
  }
}

export type Redaction = ReturnType<typeof createRedaction>
