import { segment } from '#contract/paths'

/**
 * The widths in pixels that `?w=` accepts. They fit the layout on screens with one or two device pixels per CSS pixel. 720 fits the
 * cards on a phone that is 412 CSS pixels wide and has 1.75 device pixels per CSS pixel. It would otherwise load 960.
 */
export const imageWidths = [160, 320, 480, 640, 720, 960, 1280, 1600]

/** The widest variant of a quick export, because wider ones take the longest to make. */
export const quickWidth = 720

/** True in the build for a quick export, which has neither wide variants nor share images. */
export const isQuick: boolean = import.meta.env?.QUICK ?? false

/** The part of a picture's address after the image base. Without `width` it leads to the original, otherwise to a variant. */
export function imagePath(name: string, width?: number): string {
  if (!width) return segment(name)
  return import.meta.env?.MODE === 'static' ? segment(variantName(name, width)) : `${segment(name)}?w=${width}`
}

/** The file name of a variant in a static export. It is WebP, because the export's host cannot negotiate formats. */
export function variantName(name: string, width: number): string {
  return `${name}.${width}.webp`
}

/** The places that pictures may come from: the image base, the API, the site's origin, and configured hosts. */
export type PictureSources = {
  /** Address that a picture's file name is appended to. */
  imageBase: string
  /** Address of the API; empty for the page's own origin. */
  baseUrl: string
  /** Absolute origin of the pages, without a trailing slash. */
  origin: string
  /** Origins, such as `https://cdn.example.org`. */
  imageHosts: readonly string[]
}

/** True for the absolute address that a picture may have in place of a file name. */
export function isAbsoluteUrl(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\//i.test(value)
}

/**
 * The address of a picture by its file name, for a variant of `width` pixels. An absolute address as `name` is returned unchanged,
 * unless its origin is not among the sources: then `undefined` is returned, because pages must not call unknown hosts. An API behind
 * a proxy for https may name its own pictures with http (Django, Laravel, Spring), and gets https.
 */
export function pictureUrl(name: string, sources: PictureSources, width?: number): string | undefined {
  if (!isAbsoluteUrl(name)) return sources.imageBase + imagePath(name, width)
  const allowed = [sources.origin, ...pictureOrigins(sources)]
  return [name, name.replace(/^http:/i, 'https:')].find((address) => allowed.includes(originOf(address)[0] ?? ''))
}

/** The origins, besides the site's own, that pictures may come from. */
export function pictureOrigins({ imageBase, baseUrl, imageHosts }: Omit<PictureSources, 'origin'>): string[] {
  return [...new Set([imageBase, baseUrl, ...imageHosts].flatMap(originOf))]
}

/** A list with the origin of an absolute address. The list is empty for a path or an invalid address. */
function originOf(address: string): string[] {
  try {
    return isAbsoluteUrl(address) ? [new URL(address).origin] : []
  } catch {
    return [] // such as `https://`
  }
}
