/** True where nothing may be fetched that nobody has asked for: data is saved, or the line is of the slowest. The service worker asks too. */
export function isSavingData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '')
}
