import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import subsetFont from 'subset-font'

/**
 * `npm run fonts`: cuts Readex Pro to the characters and weights that the site uses. Writes each face as WOFF2 for pages and as
 * TrueType for share images, because libvips reads no WOFF2. Run it after a change of `client/styles/faces.css` or of the package.
 */
const root = resolve(import.meta.dirname, '..')
const family = dirname(createRequire(import.meta.url).resolve('@fontsource-variable/readex-pro/package.json'))

/** The weights that the styles use. The family's weights are 160 to 700. Without the lightest, each file is a third smaller. */
const weights = { min: 350, max: 700 }

/** The files of Readex Pro that the faces are cut from. `accents` is separate, so that only pages with accented letters load it. */
const faces = { arabic: 'arabic', latin: 'latin', accents: 'latin' }

const formats = [
  { targetFormat: 'woff2', folder: 'client/styles/fonts', extension: 'woff2' },
  { targetFormat: 'truetype', folder: 'server/publish/share-image-fonts', extension: 'ttf' },
] as const

const styles = await readFile(join(root, 'client/styles/faces.css'), 'utf8')

for (const [face, file] of Object.entries(faces)) {
  const font = await readFile(join(family, `files/readex-pro-${file}-wght-normal.woff2`))
  for (const { targetFormat, folder, extension } of formats) {
    const cut = await subsetFont(font, charactersOf(face), { targetFormat, variationAxes: { wght: weights } })
    await mkdir(join(root, folder), { recursive: true })
    await writeFile(join(root, folder, `readex-pro-${face}.${extension}`), cut)
    console.log(`${folder}/readex-pro-${face}.${extension}: ${cut.length} bytes`)
  }
}

/** The characters of a face: those of its `unicode-range` in the styles. */
function charactersOf(face: string): string {
  const [, ranges = ''] = new RegExp(`readex-pro-${face}[.][^}]*unicode-range:([^;]*);`).exec(styles) ?? []
  const characters = Array.from(ranges.matchAll(/U\+(\w+)(?:-(\w+))?/g), ([, from = '', to = from]) => {
    const first = Number.parseInt(from, 16)
    const codes = Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, index) => first + index)
    return String.fromCodePoint(...codes)
  })
  return characters.join('')
}
