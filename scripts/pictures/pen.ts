/** The palette of the site (see the tokens of the client); every other colour of a picture is mixed from these. */
export const palette = {
  night: '#10243a',
  sea: '#0a6c7d',
  clay: '#a9481f',
  wheat: '#e8b44c',
  sand: '#f6f0e4',
  paper: '#fffdf8',
}

/** The colour a given share (0 to 1) of the way from one hexadecimal colour to another. */
export function mix(from: string, to: string, share: number) {
  const channel = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16)
  const blend = (at: number) => Math.round(channel(from, at) * (1 - share) + channel(to, at) * share)
  return `#${[1, 3, 5].map((at) => blend(at).toString(16).padStart(2, '0')).join('')}`
}

const { night, sea, clay, wheat, sand, paper } = palette

/** Colours of one picture: two grounds, what stays quiet, what is lit, and the one spark. */
export type Scheme = { ground: string; deep: string; quiet: string; lit: string; spark: string }

/** Ordered so that neighbours differ in lightness as well as in hue. */
export const schemes: Scheme[] = [
  { ground: night, deep: mix(night, sea, 0.3), quiet: mix(night, sea, 0.62), lit: wheat, spark: mix(clay, wheat, 0.3) },
  { ground: sand, deep: mix(sand, wheat, 0.28), quiet: mix(sand, clay, 0.27), lit: clay, spark: sea },
  { ground: sea, deep: mix(sea, night, 0.4), quiet: mix(sea, paper, 0.22), lit: wheat, spark: paper },
  { ground: mix(wheat, sand, 0.2), deep: wheat, quiet: mix(wheat, clay, 0.36), lit: night, spark: clay },
  { ground: clay, deep: mix(clay, night, 0.32), quiet: mix(clay, wheat, 0.26), lit: sand, spark: wheat },
  { ground: mix(paper, sea, 0.13), deep: mix(paper, sea, 0.24), quiet: mix(paper, sea, 0.42), lit: sea, spark: clay },
  {
    ground: mix(night, clay, 0.12),
    deep: mix(night, clay, 0.5),
    quiet: mix(night, clay, 0.66),
    lit: wheat,
    spark: sand,
  },
]

/** A sheet to draw on: its size in pixels, its colours, and its own repeatable chance. */
export type Sheet = ReturnType<typeof openSheet>

/**
 * Opens a sheet whose chance depends on `seed` alone, so that a file name always gives the same picture. Within `bare`
 * pixels of the middle compositions leave room for a badge: a badge laid over whole wedges would cut them to splinters.
 */
export function openSheet(seed: string, w: number, h: number, scheme: Scheme, bare = 0) {
  // FNV-1a to turn the name into a state, mulberry32 to draw from it: both are a few lines and the same everywhere.
  let state = 0x811c9dc5
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193)
  const chance = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const between = (low: number, high: number) => low + (high - low) * chance()
  const whole = (low: number, high: number) => Math.floor(between(low, high + 1))
  // The cast-free way to say that a list of ours is never empty.
  const pick = <T>(first: T, ...rest: T[]): T => rest[Math.floor(chance() * (rest.length + 1))] ?? first
  const isBare = (x: number, y: number, size: number) => bare > 0 && Math.hypot(x - w / 2, y - h / 2) < bare + size
  return { w, h, scheme, chance, between, whole, pick, bare, isBare }
}

/** What is drawn a number of times, one after the other. */
export const times = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, k) => draw(k)).join('')

const round = (value: number) => Math.round(value * 10) / 10

/** Numbers of a path or transform, to a tenth of a pixel. */
export const at = (...values: number[]) => values.map(round).join(' ')

/** The point at a distance and an angle (degrees, clockwise from inline) from a centre. */
export function polar(x: number, y: number, radius: number, degrees: number): [number, number] {
  const angle = (degrees * Math.PI) / 180
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
}

// A wedge is one of four drawings, by the ratio of its length to its head; stretched between them the head would look molten.
const cuts = [
  { id: 'a', ratio: 1.15 },
  { id: 'b', ratio: 2.1 },
  { id: 'c', ratio: 3.8 },
  { id: 'd', ratio: 8 },
]

function wedgeDrawing({ id, ratio }: { id: string; ratio: number }) {
  const three = (value: number) => String(Math.round(value * 1000) / 1000).replace(/^(-?)0\./, '$1.')
  const throat = three(Math.min(0.8, 1 / ratio))
  const bend = three(0.5 / ratio)
  const fold = three(0.36 / ratio)
  const hollow = three(0.09 / ratio)
  return (
    `<g id="${id}" fill="currentColor"><path d="M0-.5Q${bend}-.18 ${throat}-.1L1 0 ${throat} .1Q${bend} .18 0 .5 ${hollow} 0 0-.5Z"/>` +
    `<path fill="#000" opacity=".2" d="M${fold} 0H1L${throat} .1Q${bend} .18 0 .5Z"/>` +
    `<path fill="#fff" opacity=".3" d="M0-.5L${fold} 0 0 .5Q${hollow} 0 0-.5Z"/></g>`
  )
}

/** The mark of the stylus, the element of every picture: the head's middle at x, y, pointing along `degrees`. */
export function wedge(x: number, y: number, degrees: number, length: number, head: number, color = '') {
  const apart = (cut: { ratio: number }) => Math.abs(Math.log(length / head / cut.ratio))
  const cut = cuts.reduce((best, next) => (apart(next) < apart(best) ? next : best))
  const turn = degrees % 360 ? `rotate(${round(degrees)})` : ''
  const ink = color && ` color="${color}"`
  return `<use href="#${cut.id}"${ink} transform="translate(${at(x, y)})${turn}scale(${at(length, head)})"/>`
}

/** A wedge pressed at one point with its tail ending at another: the head `gap` pixels clear, the tail half of that. */
export function wedgeBetween(
  [x, y]: [number, number],
  [toX, toY]: [number, number],
  head: number,
  color = '',
  gap = 0,
) {
  const degrees = (Math.atan2(toY - y, toX - x) * 180) / Math.PI
  const [startX, startY] = polar(x, y, gap, degrees)
  return wedge(startX, startY, degrees, Math.max(head, Math.hypot(toX - x, toY - y) - 1.5 * gap), head, color)
}

export const disc = (x: number, y: number, radius: number, fill: string) =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}"/>`

export const ring = (x: number, y: number, radius: number, stroke: string, width: number) =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="none" stroke="${stroke}" stroke-width="${round(width)}"/>`

/** The outline of the eight-pointed star made by two squares, the tile that the tessellation and the badges share. */
export function starPath(x: number, y: number, radius: number, turn = 0) {
  // The squares' sides cross at cos 45 / cos 22.5 of the radius.
  const corner = (k: number) => at(...polar(x, y, k % 2 ? radius * 0.7654 : radius, turn + k * 22.5))
  return `M${Array.from({ length: 16 }, (_, k) => corner(k)).join('L')}Z`
}

/** The same star folded: half of its sixteen triangles in the light, half in the shade. */
export function foldedStar(x: number, y: number, radius: number, color: string, turn = 0) {
  const triangle = (k: number) =>
    `M${at(x, y)}L${at(...polar(x, y, radius, turn + k * 45))}L${at(...polar(x, y, radius * 0.7654, turn + k * 45 + 22.5))}Z`
  const shade = Array.from({ length: 8 }, (_, k) => triangle(k)).join('')
  return `<path fill="${color}" d="${starPath(x, y, radius, turn)}"/><path fill="#000" opacity=".15" d="${shade}"/>`
}

// Invented signs on a unit square, as [x, y, degrees, length, head]: the strokes of the alphabet of Ugarit, none of its letters.
const signs: [number, number, number, number, number][][] = [
  [
    [0.2, 0.05, 90, 0.9, 0.27],
    [0.5, 0.05, 90, 0.9, 0.27],
    [0.8, 0.05, 90, 0.9, 0.27],
  ],
  [
    [0.02, 0.27, 0, 0.56, 0.28],
    [0.02, 0.73, 0, 0.56, 0.28],
    [0.8, 0.05, 90, 0.9, 0.34],
  ],
  [
    [0, 0.5, 0, 0.5, 0.36],
    [0.5, 0.5, 0, 0.5, 0.36],
  ],
  [
    [0.05, 0.2, 0, 0.9, 0.26],
    [0.05, 0.5, 0, 0.9, 0.26],
    [0.05, 0.8, 0, 0.9, 0.26],
  ],
  [
    [0.3, 0.03, 90, 0.45, 0.28],
    [0.7, 0.03, 90, 0.45, 0.28],
    [0.02, 0.76, 0, 0.48, 0.28],
    [0.52, 0.76, 0, 0.48, 0.28],
  ],
  [
    [0.5, 0.5, 180, 0.48, 0.62],
    [0.62, 0.5, 0, 0.38, 0.3],
  ],
  [
    [0.22, 0.05, 90, 0.9, 0.32],
    [0.55, 0.3, 0, 0.44, 0.28],
    [0.55, 0.7, 0, 0.44, 0.28],
  ],
  [
    [0.13, 0.13, 45, 0.52, 0.34],
    [0.87, 0.13, 135, 0.52, 0.34],
    [0.5, 0.56, 90, 0.44, 0.3],
  ],
  [
    [0.5, 0.02, 90, 0.46, 0.36],
    [0.27, 0.52, 90, 0.46, 0.3],
    [0.73, 0.52, 90, 0.46, 0.3],
  ],
  [
    [0, 0.3, 0, 0.46, 0.34],
    [0.54, 0.3, 0, 0.46, 0.34],
    [0.27, 0.76, 0, 0.5, 0.34],
  ],
]

/** One invented sign filling the square of `size` whose corner is x, y; `which` turns over the list. */
export function sign(x: number, y: number, size: number, which: number, color = '') {
  const strokes = signs[which % signs.length] ?? []
  const drawn = strokes.map(([dx, dy, turn, length, head]) =>
    wedge(x + dx * size, y + dy * size, turn, length * size, head * size),
  )
  return `<g${color && ` color="${color}"`}>${drawn.join('')}</g>`
}

/** A whole SVG document of a body; only the wedges the body uses are defined. */
export function svgDocument(w: number, h: number, body: string) {
  const used = cuts.filter((cut) => body.includes(`href="#${cut.id}"`)).map(wedgeDrawing)
  const defs = used.length ? `<defs>${used.join('')}</defs>` : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}">${defs}${body}</svg>`
}
