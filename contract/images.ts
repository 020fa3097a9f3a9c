/**
 * The widths that `?w=` may ask for, in pixels: what the layout uses at one and two device pixels. 720 is what a phone of 412 px
 * with 1.75 device pixels takes of a card: a third less than the next.
 */
export const imageWidths = [160, 320, 480, 640, 720, 960, 1280, 1600]
