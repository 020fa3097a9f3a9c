/**
 * Reads width and height of an AVIF from its box of image extents (ISO 23008-12, 6.5.3); throws for anything else. Parses by hand,
 * because the server makes the picture library of this process refuse to read AVIF.
 */
export function sizeOfAvif(bytes: Buffer): { width: number; height: number } {
  const box = bytes.indexOf('ispe')
  if (bytes.toString('latin1', 4, 12) !== 'ftypavif' || box < 0) throw new Error('no AVIF')
  return { width: bytes.readUInt32BE(box + 8), height: bytes.readUInt32BE(box + 12) }
}
