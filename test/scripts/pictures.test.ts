import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type DrawnKind, drawnKinds, drawnName, motifOf } from '../../scripts/pictures/draw'
import { signOf } from '../../scripts/pictures/signs'
import { root } from '../support/app'
import { emptyFolder } from '../support/folders'
import { readContent } from '../support/shipped-content'
import { runShell } from './run-script'

const content = await readContent()
const drawn = drawnKinds.flatMap((kind) => {
  const items: readonly { slug: string; image: string }[] = content[kind]
  return items.filter(({ slug, image }) => image === drawnName(kind, slug)).map((item) => ({ kind, item }))
})

/** A picture as seen from afar: the colours of eight by four squares. */
async function fromAfar(name: string): Promise<number[]> {
  const { data } = await sharp(join(root, 'images', name))
    .resize(8, 4, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data]
}

function distance(one: number[], other: number[]): number {
  return Math.hypot(...one.map((value, index) => value - (other[index] ?? 0)))
}

test('of all shipped pictures, the most alike from afar are of the same category', async () => {
  expect(drawn.length).toBeGreaterThan(100)
  const seen = await Promise.all(
    drawn.map(async ({ kind, item }) => ({ motif: motifOf(kind, { ...item }), view: await fromAfar(item.image) })),
  )
  const others = seen.filter(({ motif, view }, index) => {
    const rest = seen.filter((_, each) => each !== index)
    const nearest = rest.reduce((best, next) => (distance(view, next.view) < distance(view, best.view) ? next : best))
    return nearest.motif !== motif
  })
  expect(others).toEqual([])
})

test('each course has a sign of its own', () => {
  const signs = content.courses.map(({ slug }) => signOf(slug, 'courses'))
  expect(new Set(signs).size).toBe(signs.length)
})

test('the command draws what is missing, an item always the same, and leaves photographs alone', async () => {
  const folder = await emptyFolder()
  const courses = content.courses.filter(({ category }) => category === 'young-minds').slice(0, 3)
  const [first, second, third] = courses.map(({ image }) => join(folder, image))
  const lists = { courses, blogs: [], events: [], news: [] }
  for (const [kind, items] of Object.entries(lists))
    await writeFile(join(folder, `${kind}.json`), JSON.stringify(items))
  await writeFile(String(third), 'a photograph')
  const env = { FIXTURES_DIR: folder, IMAGES_DIR: folder }
  // The server's modules make this process refuse SVG, which the command reads.
  expect(await runShell('npm run -s pictures', env)).toMatchObject({ code: 0, stderr: '' })
  const drawn = await Promise.all([first, second].map((path) => readFile(String(path))))
  expect(await sharp(drawn[0]).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 900 })
  expect(drawn[0]).not.toEqual(drawn[1])
  expect(await readFile(String(third), 'utf8')).toBe('a photograph')

  await rm(String(first))
  expect((await runShell('npm run -s pictures', env)).stdout.trim().split('\n')).toHaveLength(1)
  expect(await readFile(String(first))).toEqual(drawn[0])
})

test('news of another product have the motif of its news', async () => {
  const draw = async (product: string) => {
    const folder = await emptyFolder()
    const news = [{ slug: 'open-day', image: 'news-open-day.webp', [`${product}_news`]: true }]
    const lists = { courses: [], blogs: [], events: [], news }
    for (const [kind, items] of Object.entries(lists))
      await writeFile(join(folder, `${kind}.json`), JSON.stringify(items))
    const env = { FIXTURES_DIR: folder, IMAGES_DIR: folder, PRODUCT: product }
    expect(await runShell('npm run -s pictures', env)).toMatchObject({ code: 0, stderr: '' })
    return readFile(join(folder, 'news-open-day.webp'))
  }
  expect(await draw('acme')).toEqual(await draw('ugarit'))
})

test.each<[DrawnKind, object, string]>([
  ['courses', { category: 'python' }, 'python'],
  ['events', { event_type: 'free_workshop' }, 'free_workshop'],
  ['news', { ugarit_news: true }, 'productNews'],
  ['news', { ugarit_news: false }, 'aiNews'],
  ['blogs', {}, 'blogs'],
])('the motif of %s with %j is %s', (kind, item, motif) => {
  expect(motifOf(kind, { ...item })).toBe(motif)
})

test('a category without a motif gets one, always the same', () => {
  const motif = motifOf('courses', { category: 'cloud' })
  expect([motifOf('courses', { category: 'cloud' }), ['python', 'data', 'deep-learning', 'machine-learning']]).toEqual([
    motif,
    expect.arrayContaining([motif]),
  ])
})
