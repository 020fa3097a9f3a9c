import { segment } from '#contract/paths'

/**
 * The widths that `?w=` may ask for, in pixels: what the layout uses at one and two device pixels. 720 is what a phone of 412 px
 * with 1.75 device pixels takes of a card: a third less than the next.
 */
export const imageWidths = [160, 320, 480, 640, 720, 960, 1280, 1600]

/** The path of a picture, or of its variant of a width, below the base of images. */
export function imagePath(name: string, width?: number): string {
  if (!width) return segment(name)
  return import.meta.env?.MODE === 'static' ? segment(variantName(name, width)) : `${segment(name)}?w=${width}`
}

/** The file name of a static export's variant: its host can't choose by what the browser takes, and all take WebP. */
export function variantName(name: string, width: number): string {
  return `${name}.${width}.webp`
}
