import querystring from 'node:querystring'
import type { JsonObject } from '#contract/json'
import { listOf } from './answers'

/** The lists of the home data whose items name a picture. */
const pictured = ['courses', 'news', 'blogs', 'events', 'team'] as const

/** Gives file names to pictures that the content names by address, and maps names back to addresses. */
export function createPictureNames(imageBase: string) {
  const addresses = new Map<string, string>()
  const atBase = (name: string) => imageBase + encodeURIComponent(name)
  return {
    /** Reserves names for files at the image base. */
    reserve: (names: Iterable<string>) => {
      for (const name of names) addresses.set(name, atBase(name))
    },
    /** Returns the file name in an address, numbered if another picture has it. Returns the address if it has no usable name. */
    nameOf: (address: string): string => {
      const part = /^https?:\/\/[^/?#]+\/(?:[^?#]*\/)?([^/?#]+)/i.exec(address)?.[1] ?? ''
      // For malformed escapes, `unescape` does not throw as `decodeURIComponent` does.
      const name = querystring.unescape(part)
      if (!isPlainName(name)) return address
      const place = address === imageBase + part ? atBase(name) : address
      for (let nth = 1; ; nth++) {
        const free = nth === 1 ? name : `${nth}-${name}`
        const taken = addresses.get(free) ?? place
        addresses.set(free, taken)
        if (taken === place) return free
      }
    },
    urlOf: (name: string): string => addresses.get(name) ?? atBase(name),
  }
}

/** Maps each picture's file name to the places in the home data that name it. Omits invalid file names. */
export function picturesOf(home: JsonObject): Map<string, { pointer: string; slug: string }[]> {
  const places = new Map<string, { pointer: string; slug: string }[]>()
  for (const key of pictured)
    for (const [index, item] of listOf(home[key]).entries()) {
      const { image, slug, en_name, ar_name } = (item ?? {}) as JsonObject
      if (!isPlainName(image)) continue
      const place = { pointer: `/data/0/${key}/${index}/image`, slug: String(slug ?? en_name ?? ar_name ?? image) }
      places.set(image, [...(places.get(image) ?? []), place])
    }
  return places
}

/** True for a name that can be a file of the images folder: no path, not hidden, at most 255 bytes. */
export function isPlainName(name: unknown): name is string {
  if (typeof name !== 'string' || name === '' || name.startsWith('.')) return false
  const isPath = /[/\\]/.test(name) || [...name].some((letter) => letter < ' ')
  return !isPath && name.isWellFormed() && Buffer.byteLength(name) <= 255
}
