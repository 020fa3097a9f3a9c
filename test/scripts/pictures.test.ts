import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type DrawnKind, drawnKinds, drawnName, drawPicture, motifOf } from '../../scripts/pictures/draw'
import { signOf } from '../../scripts/pictures/signs'
import { root } from '../support/app'
import { readContent } from '../support/shipped-content'
import { firstOf } from '../support/site-pages'

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

test('an item gets the same picture each time, and another item another', async () => {
  const [first, second] = content.courses.filter(({ category }) => category === 'young-minds')
  const draw = (item: unknown) => drawPicture('courses', firstOf([item]) as { slug: string })
  const [once, again, other] = await Promise.all([first, first, second].map(draw))
  expect(await sharp(once).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 900 })
  expect(once).toEqual(again)
  expect(once).not.toEqual(other)
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
