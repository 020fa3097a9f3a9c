import { latinDigits, withoutInvisible } from '#contract/text/unicode'

/** True for an http(s), mail or telephone link and for an address on this site. */
export function isSafeHref(href: string): boolean {
  // Browsers ignore control characters and spaces before and inside the scheme.
  const address = [...href].filter((character) => character > ' ').join('')
  if (/^(?:https?:\/\/|mailto:|tel:)/i.test(address)) return true
  // Browsers read a backslash as a slash, so `/\` begins the name of another host.
  return address !== '' && !/^[^/?#]*:|\\|^\/\//.test(address)
}

/** Matches an address that begins with a host of a common top-level domain. Domains that are also endings of files are left out. */
const beginsWithHost =
  /^(?:www\.[^\s/]|(?:[a-z\d-]+\.)+(?:ai|app|be|com|co|edu|gl|gle|gov|info|io|ly|me|net|org|sy|tv)(?![\w.@-]))/i

/** Matches the address of a redirect, with the address that it leads to: Google Docs, Outlook, Facebook and others write these. */
const redirect =
  /^https?:\/\/(?:(?:www\.)?(?:google\.[a-z.]+\/url|youtube\.com\/redirect|facebook\.com\/plugins\/\w+\.php)|[\w.-]+\.outlook\.com\/|(?:lm?\.facebook|l\.instagram)\.com\/(?:l\.php)?)\?(?:[^#]*&)?(?:q|u|url|href)=(https?(?::|%3a)[^&#]+)/i

/**
 * Adds the beginning that editors leave out of an address: `//`, as for embedded pages, `www.`, `t.me/ugarit` and
 * `info@ugarit.example` would otherwise lead to a page of this site. Links into Telegram and WhatsApp get the address that also works
 * without the app, and redirects the one that they lead to. Phones do not dial Arabic digits.
 */
export function completeAddress(given: string): string {
  const address = withoutInvisible(given)
  const [, target] = redirect.exec(address) ?? []
  if (target !== undefined) return decodeName(target)
  if (/^tel:/i.test(address)) return latinDigits(address)
  if (/^[\w.+-]+@[\w-]+\.[\w.-]+(?:$|\?)/.test(address)) return `mailto:${address}`
  if (beginsWithHost.test(address)) return `https://${address}`
  return address
    .replace(/^\/\/(?=[^/\\])/, 'https://')
    .replace(/^tg:\/\/resolve\?domain=(\w+)/i, 'https://t.me/$1?')
    .replace(/^whatsapp:\/\/send\/?\?/i, 'https://api.whatsapp.com/send?')
}

/**
 * The address of the page of a film or map, in place of that for frames: in a window of their own, frames of YouTube and Google Maps
 * show an error.
 */
export function pageOfEmbed(address: string): string {
  return address
    .replace(/^(https?:\/\/(?:www\.)?youtube)-nocookie\b/, '$1')
    .replace(/^(https?:\/\/(?:www\.)?youtube\.com\/)embed\/videoseries\b/, '$1playlist')
    .replace(
      /^(https?:\/\/(?:www\.)?youtube\.com\/)embed\/([\w-]+)(?:\?(?:.*&)?(start=\d+).*)?.*/,
      (_, site, id, start) => {
        return `${site}watch?v=${id}${start ? start.replace('start', '&t') : ''}`
      },
    )
    .replace(/^(https?:\/\/www\.google\.[a-z.]+\/maps)\/embed\?.*!2d(-?[\d.]+)!3d(-?[\d.]+).*/, '$1?q=$3,$2')
    .replace(/^(https?:\/\/www\.google\.[a-z.]+\/maps)\/embed\/v1\/\w+\?(?:.*&)?(q=[^&]+).*/, '$1?$2')
    .replace(/^(https?:\/\/(?:www|maps)\.google\.[a-z.]+\/maps\?.*)&output=embed/, '$1')
}

/** The address of a body's picture, if `src` is a plain file name or lies below `imageBase`; `undefined` for other addresses. */
export function imageSource(src: string, imageBase: string): string | undefined {
  const given = src.trim()
  const path = given.startsWith(imageBase)
    ? given.slice(imageBase.length)
    : given.replace(/^(?:\.{1,2}\/)*\/?images\//, '')
  // Editors add a query so that browsers load a changed picture again.
  const [name = ''] = path.split(/[?#]/, 1)
  if (!name || /[/\\:]|^\.|%2f|%5c/i.test(name)) return undefined
  // `encodeURIComponent` throws for a lone surrogate.
  return imageBase + encodeURIComponent(decodeName(name).replace(/\p{Surrogate}/gu, '\ufffd'))
}

/** Decodes a name of an address; returns it as it is if it is not encoded. */
export function decodeName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
