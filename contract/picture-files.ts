/** The allowed file extensions. A browser could take a file with another extension for a script or a page. */
export const pictureExtensions = ['png', 'jpg', 'jpeg', 'webp', 'gif', 'avif']

const pictureName = new RegExp(`^[^.].*\\.(?:${pictureExtensions.join('|')})$`, 'is')

/** The content security policy for a picture that is opened as a document. It allows no script and no requests. */
export const picturePolicy = "sandbox; default-src 'none'"

/**
 * The `Cache-Control` of a picture. A replaced picture keeps its address, so after ten minutes browsers revalidate their cached
 * picture by its ETag while they show it.
 */
export const pictureCaching = 'public, max-age=600, stale-while-revalidate=2592000'

/** True for a visible file with a picture's extension. */
export function isPictureName(name: string): boolean {
  return pictureName.test(name)
}
