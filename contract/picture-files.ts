/** The ends of picture names. A file of another name could be a script or a page to a browser, whatever its bytes are to a decoder. */
export const pictureExtensions = ['png', 'jpg', 'jpeg', 'webp', 'gif', 'avif']

const pictureName = new RegExp(`^[^.].*\\.(?:${pictureExtensions.join('|')})$`, 'is')

/** The policy of a picture that is opened as a document: no script, nothing loaded. */
export const picturePolicy = "sandbox; default-src 'none'"

/** True for a name that ends as pictures do and is not hidden. */
export function isPictureName(name: string): boolean {
  return pictureName.test(name)
}
