import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import sharp from 'sharp'
import { favicon, mark, panorama, shareCard, teamTile } from './pictures/artworks.ts'
import { compositions } from './pictures/compositions.ts'
import { heroes } from './pictures/heroes.ts'
import { openSheet, schemes, svgDocument } from './pictures/pen.ts'

const root = join(import.meta.dirname, '..')
const fixturesDir = process.env.FIXTURES_DIR ?? join(root, 'fixtures')
const imagesDir = process.env.IMAGES_DIR ?? join(root, 'images')
const clientDir = process.env.CLIENT_DIR ?? join(root, 'client')
const [assetsDir, appDir] = [join(clientDir, 'assets'), join(clientDir, 'app')]

const kinds = ['courses', 'blogs', 'events', 'news', 'team']
const pages = ['home', 'courses', 'news', 'blogs', 'events', 'about', 'contact']

/** Draws every picture of the site: one per fixture that names one, the share cards, the mark and the artworks. */
async function drawPictures() {
  await Promise.all([imagesDir, assetsDir, appDir].map((folder) => mkdir(folder, { recursive: true })))
  const names = await imageNames()
  await Promise.all([
    ...kinds.flatMap((kind) =>
      names.filter((name) => name.startsWith(`${kind}-`)).map((name, index) => drawFixture(kind, name, index)),
    ),
    ...pages.map(drawShareCard),
    ...heroes.map((svg, index) => writeFile(join(assetsDir, `hero-${index + 1}.svg`), svg)),
    writeFile(join(assetsDir, 'mark.svg'), mark),
    writeFile(join(appDir, 'favicon.svg'), favicon),
    save(assetsDir, 'lattice.webp', 1600, 600, panorama(openSheet('lattice', 1600, 600, nth(schemes, 0))), 70_000),
  ])
}

/** The picture file names in the fixtures, in their order, each once; whatever language or field they stand in. */
async function imageNames() {
  const files = existsSync(fixturesDir)
    ? (await readdir(fixturesDir)).filter((file) => file.endsWith('.json')).sort()
    : []
  const texts = await Promise.all(files.map((file) => readFile(join(fixturesDir, file), 'utf8')))
  const pattern = new RegExp(`"(?:[^"]*/)?((?:${kinds.join('|')})-[\\w-]+\\.(?:webp|png|jpe?g))"`, 'g')
  return [...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].flatMap((match) => match[1] ?? [])))]
}

/** Composition and colours go by place in the list, so that neighbours never look alike; all the rest by the file name. */
async function drawFixture(kind: string, name: string, index: number) {
  // 9 compositions and 7 schemes share no divisor: 63 items pass before a pair returns.
  const place = index + kinds.indexOf(kind) * 2
  const scheme = nth(schemes, place)
  if (kind === 'team')
    return save(imagesDir, name, 800, 800, teamTile(openSheet(name, 800, 800, scheme, 262), index), 45_000)
  const compose = nth(Object.values(compositions), place)
  return save(imagesDir, name, 1600, 900, compose(openSheet(name, 1600, 900, scheme)), 54_000)
}

async function drawShareCard(page: string, index: number) {
  const name = `share-${page}.jpg`
  return save(
    imagesDir,
    name,
    1200,
    630,
    shareCard(openSheet(name, 1200, 630, nth(schemes, index * 2 + 4), 240), page),
    150_000,
  )
}

/** Renders a body in the format of the file's extension, at the best quality that stays under `limit` bytes. */
async function save(folder: string, name: string, w: number, h: number, body: string, limit: number) {
  const picture = sharp(Buffer.from(svgDocument(w, h, body)))
    .resize(w, h)
    .flatten()
  const encode = (quality: number) => {
    // Palette PNG and full chroma keep the edges of flat shapes crisp.
    if (extname(name) === '.png') return picture.clone().png({ palette: true, colours: 64, dither: 0 }).toBuffer()
    if (extname(name) === '.webp') return picture.clone().webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
    return picture.clone().jpeg({ quality, mozjpeg: true, chromaSubsampling: '4:4:4' }).toBuffer()
  }
  let file = await encode(80)
  for (let quality = 74; file.length > limit && quality >= 48 && extname(name) !== '.png'; quality -= 6)
    file = await encode(quality)
  if (file.length > limit)
    console.warn(`pictures: ${name} is ${file.length} bytes, over its ${limit}; simplify its composition`)
  await writeFile(join(folder, name), file)
}

/** The element at an index that runs round the list. */
function nth<T>(list: T[], index: number): T {
  const found = list[index % list.length]
  if (found === undefined) throw new Error('pictures: an empty list of compositions or schemes')
  return found
}

await drawPictures()
const drawn = await readdir(imagesDir)
const sizes = await Promise.all(drawn.map(async (name) => (await stat(join(imagesDir, name))).size))
console.log(`${drawn.length} files in images, ${sizes.reduce((total, size) => total + size, 0)} bytes`)
