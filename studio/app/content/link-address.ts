import { isSafeHref } from '#contract/markup/body-addresses'

/** The address that an editor means by `example.org`, a mail address or a phone number. `undefined` for an address to which pages do not link. */
export function linkAddress(text: string): string | undefined {
  const address = text.trim()
  if (/^\+?[\d\s()-]{6,}$/.test(address)) return `tel:${address.replace(/[^\d+]/g, '')}`
  if (/^[^\s@/:]+@[^\s@/:]+$/.test(address)) return `mailto:${address}`
  if (/^(?:[\w-]+\.)+[a-z]{2,}(?:[/?#]|$)/i.test(address)) return `https://${address}`
  return isSafeHref(address) ? address : undefined
}
