import querystring from 'node:querystring'
import { fieldsOfType, kinds } from '#contract/fields'
import { identityOf } from '#contract/identity'
import { isObject, type JsonObject } from '#contract/json'
import { listOf } from './answers'

/** Gives file names to pictures that the content names by address, and maps names back to addresses. */
export function createPictureNames(imageBase: string) {
  const addresses = new Map<string, string>()
  /** The file name of each address that was asked for, and by name the number of the next file of that name. */
  const names = new Map<string, string>()
  const numbers = new Map<string, number>()
  const atBase = (name: string) => imageBase + encodeURIComponent(name)
  return {
    /** Reserves names for files at the image base. */
    reserve: (reserved: Iterable<string>) => {
      for (const name of reserved) addresses.set(name, atBase(name))
      names.clear()
      numbers.clear()
    },
    /** Returns the file name in an address, numbered if another picture has it. Returns the address if it has no usable name. */
    nameOf: (address: string): string => {
      const part = /^https?:\/\/[^/?#]+\/(?:[^?#]*\/)?([^/?#]+)/i.exec(address)?.[1] ?? ''
      // For malformed escapes, `unescape` does not throw as `decodeURIComponent` does.
      const name = querystring.unescape(part)
      if (!isPlainName(name)) return address
      const place = address === imageBase + part ? atBase(name) : address
      const known = names.get(place)
      if (known !== undefined) return known
      for (let nth = numbers.get(name) ?? 1; ; nth++) {
        const free = nth === 1 ? name : `${nth}-${name}`
        const taken = addresses.get(free) ?? place
        if (taken !== place) continue
        addresses.set(free, place)
        names.set(place, free)
        // Another address with this name starts here, because all files before are taken.
        numbers.set(name, nth + 1)
        return free
      }
    },
    urlOf: (name: string): string => addresses.get(name) ?? atBase(name),
  }
}

/** The pictures of the home data: each item with a field for a picture, and what the field holds. */
export function namedPictures(home: JsonObject) {
  return kinds.flatMap((kind) =>
    fieldsOfType(kind, 'picture', '').flatMap(({ name: field }) =>
      listOf(home[kind]).flatMap((item, index) =>
        isObject(item) ? [{ item, field, name: item[field], pointer: `/${kind}/${index}` }] : [],
      ),
    ),
  )
}

/** Maps each picture's file name to the places in the home data that name it. Omits invalid file names. */
export function picturesOf(home: JsonObject): Map<string, { pointer: string; slug: string }[]> {
  const places = new Map<string, { pointer: string; slug: string }[]>()
  for (const { item, field, name, pointer } of namedPictures(home)) {
    if (!isPlainName(name)) continue
    const place = { pointer: `/data/0${pointer}/${field}`, slug: identityOf(item) || name }
    const known = places.get(name)
    if (known) known.push(place)
    else places.set(name, [place])
  }
  return places
}

/** True for a name that can be a file of the images folder: no path, not hidden, at most 255 bytes. */
export function isPlainName(name: unknown): name is string {
  if (typeof name !== 'string' || name === '' || name.startsWith('.')) return false
  const isPath = /[/\\]/.test(name) || [...name].some((letter) => letter < ' ')
  return !isPath && name.isWellFormed() && Buffer.byteLength(name) <= 255
}
