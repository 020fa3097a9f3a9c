/**
 * Reads the text of another server's response. Above `most` bytes it closes the connection and rejects with a RangeError, so that
 * an endless response cannot fill the memory.
 */
export async function readText({ headers, body }: Response, most: number): Promise<string> {
  const tooMuch = () => new RangeError(`answered with more than ${most} bytes`)
  if (Number(headers.get('content-length')) > most) {
    await body?.cancel()
    throw tooMuch()
  }
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop cancels the stream.
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > most) throw tooMuch()
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}
