import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { drawnKinds, drawnName, drawPicture } from './pictures/draw'

/**
 * `npm run pictures`: draws the picture of each item whose `image` is `KIND-SLUG.webp`, such as `courses-python.webp`, if the file is
 * missing; with `-- --all` also those that are there. Motif and ground come from the item's category, the sign from its subject.
 */
const root = resolve(import.meta.dirname, '..')
const { FIXTURES_DIR = join(root, 'fixtures'), IMAGES_DIR = join(root, 'images'), PRODUCT } = process.env
const isAll = process.argv.includes('--all')

for (const kind of drawnKinds) {
  const items: { slug: string; image: string }[] = JSON.parse(
    await readFile(join(FIXTURES_DIR, `${kind}.json`), 'utf8'),
  )
  for (const item of items.filter(({ slug, image }) => image === drawnName(kind, slug))) {
    const path = join(IMAGES_DIR, item.image)
    if (existsSync(path) && !isAll) continue
    const picture = await drawPicture(kind, item, PRODUCT || undefined)
    await writeFile(path, picture)
    console.log(`${path}: ${picture.length} bytes`)
  }
}
