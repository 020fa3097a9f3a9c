import { attempt } from '#content/attempt'
import { base } from '#contract/paths'

/** The key, in session storage, of the address whose script has failed. */
const key = `${base.slice(1)}plain`

let failedAddress: string | null | undefined

/** True if this document was loaded because the script had failed. Then it stays as the server sent it, so that nothing loops. */
export function isPlainPage(): boolean {
  failedAddress = attempt(() => sessionStorage.getItem(key))
  attempt(() => sessionStorage.removeItem(key))
  return failedAddress === location.href
}

/**
 * Loads the page as a document after its script has failed, because its HTML works without script. Resolves only if that is not
 * possible: the page has no document now, or this document was already loaded for that reason.
 */
export async function loadPlainPage(): Promise<void> {
  const { href } = location
  if (failedAddress === href) return
  try {
    // Asks first, because the browser's own error page has no way back.
    // biome-ignore lint/style/noRestrictedGlobals: asks for a page, not for data of the API
    const { ok, status } = await fetch(href, { method: 'HEAD' })
    if (location.href !== href || !(ok || status === 404)) return
    sessionStorage.setItem(key, href)
    location.reload()
    await new Promise(() => undefined)
  } catch {
    // Without network or session storage the error page is all there is.
  }
}
