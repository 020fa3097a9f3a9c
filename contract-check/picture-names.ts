import querystring from 'node:querystring'
import { fieldsOfType, kinds } from '#contract/fields'
import { identityOf } from '#contract/identity'
import { asList, isObject, type JsonObject } from '#contract/json'
import { createUniqueNames } from '#contract/text/unique-names'

/** Gives file names to pictures that the content names by address, and maps names back to addresses. */
export function createPictureNames(imageBase: string) {
  const addresses = new Map<string, string>()
  /** The file name of each address that was asked for. */
  const names = new Map<string, string>()
  const numberedNames = () => createUniqueNames((name, number) => `${number}-${name}`)
  let uniqueName = numberedNames()
  /** Addresses by lower-case name, because macOS and Windows take `A.webp` and `a.webp` for one file. */
  const byFoldedName = new Map<string, string>()
  const foldedName = (name: string) => name.normalize().toLowerCase()
  const atBase = (name: string) => imageBase + encodeURIComponent(name)
  return {
    /** Reserves names for files at the image base. */
    reserve: (reserved: Iterable<string>) => {
      for (const name of reserved) {
        addresses.set(name, atBase(name))
        byFoldedName.set(foldedName(name), atBase(name))
      }
      names.clear()
      uniqueName = numberedNames()
    },
    /** Returns the file name in an address, numbered if another picture has it. Returns the address if it has no usable name. */
    nameOf: (address: string): string => {
      const part = /^https?:\/\/[^/?#]+\/(?:[^?#]*\/)?([^/?#]+)/i.exec(address)?.[1] ?? ''
      // For malformed escapes, `unescape` does not throw as `decodeURIComponent` does.
      const name = querystring.unescape(part)
      if (!isPlainName(name)) return address
      const picture = address === imageBase + part ? atBase(name) : address
      const known = names.get(picture)
      if (known !== undefined) return known
      const free = uniqueName(name, (candidate) => (byFoldedName.get(foldedName(candidate)) ?? picture) !== picture)
      addresses.set(free, picture)
      byFoldedName.set(foldedName(free), picture)
      names.set(picture, free)
      return free
    },
    urlOf: (name: string): string => addresses.get(name) ?? atBase(name),
  }
}

/** The pictures of the home data: each item with a field for a picture, and what the field holds. */
export function namedPictures(home: JsonObject) {
  return kinds.flatMap((kind) =>
    fieldsOfType(kind, 'picture', '').flatMap(({ name: field }) =>
      asList(home[kind]).flatMap((item, index) =>
        isObject(item) ? [{ item, field, name: item[field], pointer: `/${kind}/${index}` }] : [],
      ),
    ),
  )
}

/** Maps each picture's file name to the items of the home data that use it. Omits invalid file names. */
export function picturesOf(home: JsonObject): Map<string, { pointer: string; slug: string }[]> {
  const uses = new Map<string, { pointer: string; slug: string }[]>()
  for (const { item, field, name, pointer } of namedPictures(home)) {
    if (!isPlainName(name)) continue
    const use = { pointer: `/data/0${pointer}/${field}`, slug: identityOf(item) || name }
    const known = uses.get(name)
    if (known) known.push(use)
    else uses.set(name, [use])
  }
  return uses
}

/** True for a name that can be a file of the images folder: no path, not hidden, at most 255 bytes. */
export function isPlainName(name: unknown): name is string {
  if (typeof name !== 'string' || name === '' || name.startsWith('.')) return false
  const isPath = /[/\\]/.test(name) || [...name].some((letter) => letter < ' ')
  return !isPath && name.isWellFormed() && Buffer.byteLength(name) <= 255
}
