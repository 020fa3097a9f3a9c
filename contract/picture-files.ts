/**
 * The file extensions of pictures. With another one a browser could take the file for a script or a page, whatever its bytes are.
 */
export const pictureExtensions = ['png', 'jpg', 'jpeg', 'webp', 'gif', 'avif']

const pictureName = new RegExp(`^[^.].*\\.(?:${pictureExtensions.join('|')})$`, 'is')

/** The policy for a picture that is opened as a document: no script, nothing loaded. */
export const picturePolicy = "sandbox; default-src 'none'"

/**
 * The `Cache-Control` of a picture. The API names pictures by their file names, so a replaced one keeps its address: after ten
 * minutes browsers confirm it by its ETag, while they show the one they have.
 */
export const pictureCaching = 'public, max-age=600, stale-while-revalidate=2592000'

/** True for a visible file with a picture's extension. */
export function isPictureName(name: string): boolean {
  return pictureName.test(name)
}
