import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'
import { replaceFile } from '../../server/files.ts'

const root = resolve(import.meta.dirname, '../..')
const require = createRequire(import.meta.url)

/** The weights that the styles use. The family's weights are 160 to 700. Without the lightest, each file is a third smaller. */
const weights = { min: 350, max: 700 }

/** The files of Readex Pro that the faces are cut from. `accents` is separate, so that only pages with accented letters load it. */
const faces = { arabic: 'arabic', latin: 'latin', accents: 'latin' } as const
type Face = keyof typeof faces
export const faceNames = Object.keys(faces) as Face[] // the keys of `faces`

/** Cuts the family's fonts to the characters and weights that the site uses, as `subset-fonts/readex-pro-FACE.woff2`. */
export function subsetFonts(): Plugin {
  return {
    name: 'subset-fonts',
    config: async (_, { isPreview }) => {
      const folder = resolve(root, 'node_modules/.cache/subset-fonts')
      if (!isPreview) await Promise.all(faceNames.map((face) => subset(folder, face)))
      return { resolve: { alias: [{ find: /^subset-fonts\//, replacement: `${folder}/` }] } }
    },
  }
}

async function subset(folder: string, face: Face): Promise<void> {
  const cut = await cutFont(face, 'woff2')
  await mkdir(folder, { recursive: true })
  // Replaces the file in one step, because another build or `npm run dev` may be reading it.
  await replaceFile(resolve(folder, `readex-pro-${face}.woff2`), cut)
}

/** Makes the font file of a face, with the characters of the face's `unicode-range` in the styles. */
export async function cutFont(face: Face, targetFormat: 'woff2' | 'truetype'): Promise<Buffer> {
  const styles = await readFile(resolve(root, 'client/styles/faces.css'), 'utf8')
  const [, ranges = ''] = new RegExp(`readex-pro-${face}[.][^}]*unicode-range:([^;]*);`).exec(styles) ?? []
  const characters = Array.from(ranges.matchAll(/U\+(\w+)(?:-(\w+))?/g), ([, from = '', to = from]) => {
    const first = Number.parseInt(from, 16)
    const codes = Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, index) => first + index)
    return String.fromCodePoint(...codes)
  })
  const family = dirname(require.resolve('@fontsource-variable/readex-pro/package.json'))
  const whole = await readFile(resolve(family, `files/readex-pro-${faces[face]}-wght-normal.woff2`))
  return subsetFont(whole, characters.join(''), { targetFormat, variationAxes: { wght: weights } })
}
