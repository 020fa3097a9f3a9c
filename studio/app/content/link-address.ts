import { completeAddress, isSafeHref } from '#contract/markup/body-addresses'
import { latinDigits } from '#contract/text/unicode'

/** The address that an editor means by `example.org`, a mail address or a phone number. `undefined` for an address to which pages do not link. */
export function linkAddress(text: string): string | undefined {
  const address = completeAddress(text)
  const phone = latinDigits(address)
  if (/^\+?[\d\s()-]{6,}$/.test(phone)) return `tel:${phone.replace(/[^\d+]/g, '')}`
  if (/^[^\s@/:]+@[^\s@/:]+$/.test(address)) return `mailto:${address}`
  if (/^(?:[\w-]+\.)+[a-z]{2,}(?:[/?#]|$)/i.test(address)) return `https://${address}`
  // Words are no address of a page of this site.
  if (/^[^:/?#]*\s/.test(address)) return undefined
  return isSafeHref(address) ? address : undefined
}
