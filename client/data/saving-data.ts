/**
 * True if nothing may be fetched in advance: the visitor saves data, or the network is one of the slowest. The service worker
 * asks too.
 */
export function isSavingData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '')
}
