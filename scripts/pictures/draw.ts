import sharp from 'sharp'
import { defaultProduct } from '#contract/operations'
import { chanceOf } from './chance'
import { motifs, otherMotifs, size } from './motifs'
import { type Sign, signOf, signs } from './signs'

type Item = Record<string, unknown>

/** The kinds of items with drawn pictures. */
export const drawnKinds = ['courses', 'blogs', 'events', 'news'] as const
export type DrawnKind = (typeof drawnKinds)[number]

/** The name of the picture that is drawn for an item. An item with another picture, such as a photograph, keeps that. */
export function drawnName(kind: DrawnKind, slug: string): string {
  return `${kind}-${slug}.webp`
}

/** The motif of an item: by the category of a course, the type of an event, and the list of news. */
export function motifOf(kind: DrawnKind, item: Item, product = defaultProduct): string {
  const group = {
    courses: String(item.category),
    events: String(item.event_type),
    blogs: 'blogs',
    news: item[`${product}_news`] === true ? 'productNews' : 'aiNews',
  }[kind]
  return group in motifs ? group : chanceOf(group).pick('data', ...otherMotifs)
}

/** Draws the picture of an item as WebP. */
export async function drawPicture(kind: DrawnKind, item: Item & { slug: string }, product?: string): Promise<Buffer> {
  const svg = Buffer.from(svgOf(motifOf(kind, item, product), signOf(item.slug, kind), item.slug))
  return sharp(svg).flatten().webp({ quality: 82, effort: 6, smartSubsample: true }).toBuffer()
}

function svgOf(motifName: string, sign: Sign, seed: string): string {
  const motif = motifs[motifName]
  if (!motif) throw new Error(`There is no motif ${motifName}.`)
  const { ground, pattern, tile } = motif
  const { width, height } = size
  const styles = `.i{fill:${tile.sign}}.s{fill:${tile.second}}.t{fill:${tile.fill}}.l,.k{fill:none;stroke:${tile.sign};stroke-width:9;stroke-linecap:round;stroke-linejoin:round}.k{stroke:${tile.second}}.u{stroke:${tile.fill}}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><style>${styles}</style>
<path fill="${ground}" d="M0 0h${width}v${height}H0Z"/>
${pattern(chanceOf(seed))}
<g opacity=".25" transform="translate(0 18)">${tile.shape('#000')}</g>
${tile.shape(tile.fill)}
<g transform="translate(${width / 2 - 190} ${height / 2 - 190})scale(3.8)">${signs[sign]}</g>
</svg>`
}
