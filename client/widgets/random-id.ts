const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
// The largest multiple of 52 letters in a byte. Larger bytes are skipped, because they would make the first letters more likely.
const fairBytes = 208

/**
 * A random id of `length` letters (spec section 9: 7), for elements created in the browser. Server-rendered elements use React's
 * `useId`, which is the same on both sides.
 */
export function randomId(length = 7): string {
  let id = ''
  while (id.length < length) {
    const [byte = fairBytes] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < fairBytes) id += letters[byte % letters.length]
  }
  return id
}
