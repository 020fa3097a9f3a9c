import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)

/** The weights that the styles use. The family has 160 to 700; leaving out the lightest makes each file a third smaller. */
const weights = { min: 350, max: 700 }

type Range = [first: number, last: number]
type Face = (typeof faceNames)[number]

export const faceNames = ['arabic', 'latin', 'accents'] as const

/**
 * The source file and code points of each font face. The code points match the `unicode-range` in `styles/faces.css`. The
 * English face is a third smaller than the whole Latin file; accented letters load when a page has one.
 */
const faces: Record<Face, { file: 'arabic' | 'latin'; ranges: Range[] }> = {
  arabic: {
    file: 'arabic',
    ranges: [
      [0x600, 0x6ff],
      [0x750, 0x77f],
      [0x870, 0x88e],
      [0x890, 0x891],
      [0x897, 0x8e1],
      [0x8e3, 0x8ff],
      [0x200c, 0x200e],
      [0x2010, 0x2011],
      [0x204f, 0x204f],
      [0x2e41, 0x2e41],
      [0xfb50, 0xfdff],
      [0xfe70, 0xfe74],
      [0xfe76, 0xfefc],
    ],
  },
  latin: {
    file: 'latin',
    ranges: [
      [0x20, 0x7e],
      [0xa0, 0xbf],
      [0xd7, 0xd7],
      [0xe9, 0xe9],
      [0x2000, 0x200b],
      [0x2012, 0x206f],
      [0x2190, 0x2193],
      [0x2212, 0x2212],
    ],
  },
  accents: {
    file: 'latin',
    ranges: [
      [0xc0, 0xd6],
      [0xd8, 0xe8],
      [0xea, 0xff],
      [0x131, 0x131],
      [0x152, 0x153],
      [0x2bb, 0x2bc],
      [0x2c6, 0x2c6],
      [0x2da, 0x2da],
      [0x2dc, 0x2dc],
      [0x20ac, 0x20ac],
      [0x2122, 0x2122],
      [0x2215, 0x2215],
      [0xfffd, 0xfffd],
    ],
  },
}

/** Cuts the family's fonts to the characters and weights that the site uses, as `subset-fonts/readex-pro-FACE.woff2`. */
export function subsetFonts(): Plugin {
  return {
    name: 'subset-fonts',
    config: async (_, { isPreview }) => {
      const folder = resolve(import.meta.dirname, '../../node_modules/.cache/subset-fonts')
      if (!isPreview) await Promise.all(faceNames.map((face) => subset(folder, face)))
      return { resolve: { alias: [{ find: /^subset-fonts\//, replacement: `${folder}/` }] } }
    },
  }
}

async function subset(folder: string, face: Face): Promise<void> {
  const cut = await cutFont(face, 'woff2')
  await mkdir(folder, { recursive: true })
  // Replaces the file in one step, because another build or `npm run dev` may be reading it.
  const draft = resolve(folder, randomUUID())
  await writeFile(draft, cut)
  await rename(draft, resolve(folder, `readex-pro-${face}.woff2`))
}

/** One of the faces as a font file. */
export async function cutFont(face: Face, targetFormat: 'woff2' | 'truetype'): Promise<Buffer> {
  const { file, ranges } = faces[face]
  const family = dirname(require.resolve('@fontsource-variable/readex-pro/package.json'))
  const whole = await readFile(resolve(family, `files/readex-pro-${file}-wght-normal.woff2`))
  const characters = ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  )
  return subsetFont(whole, String.fromCodePoint(...characters), { targetFormat, variationAxes: { wght: weights } })
}
