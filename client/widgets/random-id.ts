const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
// The greatest multiple of 52 that a byte holds: bytes above it would make the first letters likelier.
const fairBytes = 208

/**
 * A random id of `length` letters (spec section 9: 7). For things that are made in the browser: what the server renders takes
 * React's `useId`, which is the same on both sides.
 */
export function randomId(length = 7): string {
  let id = ''
  while (id.length < length) {
    const [byte = fairBytes] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < fairBytes) id += letters[byte % letters.length]
  }
  return id
}
