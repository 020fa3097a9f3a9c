/**
 * The file extensions of pictures. With another one a browser could take the file for a script or a page, whatever its bytes are.
 */
export const pictureExtensions = ['png', 'jpg', 'jpeg', 'webp', 'gif', 'avif']

const pictureName = new RegExp(`^[^.].*\\.(?:${pictureExtensions.join('|')})$`, 'is')

/** The policy for a picture that is opened as a document: no script, nothing loaded. */
export const picturePolicy = "sandbox; default-src 'none'"

/** True for a visible file with a picture's extension. */
export function isPictureName(name: string): boolean {
  return pictureName.test(name)
}
