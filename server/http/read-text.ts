/**
 * The text of another server's answer, up to so many bytes. Rejects with a RangeError when there are more, and takes no more of
 * them: an answer without an end would otherwise fill the memory until its time is over.
 */
export async function readText({ headers, body }: Response, most: number): Promise<string> {
  const tooMuch = () => new RangeError(`answered with more than ${most} bytes`)
  if (Number(headers.get('content-length')) > most) {
    await body?.cancel()
    throw tooMuch()
  }
  const chunks: Uint8Array[] = []
  let size = 0
  // Whoever leaves the loop cancels the stream by that.
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > most) throw tooMuch()
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** `fetch` whose answers are read to their end before they are given, and no further than so many bytes. */
export function fetchAtMost(most: number): typeof fetch {
  return async (...request) => {
    const response = await fetch(...request)
    const { status, headers, body } = response
    return new Response(body && (await readText(response, most)), { status, headers })
  }
}
