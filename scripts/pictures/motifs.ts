import type { Chance } from './chance'

/** The size of a picture in pixels. */
export const size = { width: 1600, height: 900 }
const { width, height } = size
const middle = { x: width / 2, y: height / 2 }

/** The palette of the site (`client/styles/tokens.css`), from which the colours of all pictures come. */
const [night, sea, clay, wheat, sand, paper] = ['#10243a', '#0a6c7d', '#a9481f', '#e8b44c', '#f6f0e4', '#fffdf8']

/** The parts that all pictures of a category share: ground, pattern, and the tile with its sign in two colours. */
export type Motif = {
  ground: string
  /** Draws the pattern on the ground. */
  pattern: (chance: Chance) => string
  tile: { shape: (fill: string) => string; fill: string; sign: string; second: string }
}

const times = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, k) => draw(k)).join('')

/** The wedge that a stylus presses into clay, from which all drawings of the site grow. It points down from `x`, `y`. */
const wedge = (x: number, y: number, length: number, turn: number, fill: string) =>
  `<path fill="${fill}" transform="translate(${Math.round(x)} ${Math.round(y)})rotate(${Math.round(turn)})scale(${(length / 22).toFixed(2)})" d="M-5 0Q0 3 5 0 2 4 1.500 9L.5 22h-1L-1.500 9Q-2 4-5 0Z"/>`

const disc = (x: number, y: number, radius: number, fill: string) =>
  `<circle cx="${Math.round(x)}" cy="${Math.round(y)}" r="${Math.round(radius)}" fill="${fill}"/>`

const square = (fill: string) =>
  `<rect x="${middle.x - 270}" y="${middle.y - 270}" width="540" height="540" rx="90" fill="${fill}"/>`
const circle = (fill: string) => disc(middle.x, middle.y, 300, fill)
const page = (fill: string) =>
  `<path fill="${fill}" d="M${middle.x - 235} ${middle.y - 320}h350l120 120v520h-470Z"/><path fill="#0002" d="M${middle.x + 115} ${middle.y - 320}v120h120Z"/>`
/** The eight-pointed star of two squares. */
const star = (fill: string) =>
  `<g fill="${fill}" transform="translate(${middle.x} ${middle.y})"><rect x="-245" y="-245" width="490" height="490"/><rect x="-245" y="-245" width="490" height="490" transform="rotate(45)"/></g>`

/** Lines of a program with their indents. */
function program({ between, pick }: Chance): string {
  let indent = 0
  return times(11, (line) => {
    indent = Math.max(0, Math.min(3, indent + pick(-1, 0, 1, 1)))
    const start = 70 + indent * 90
    const first = between(110, 260)
    const words = [
      [start, first, pick(wheat, '#3f9aa8', '#3f9aa8')],
      [start + first + 30, between(160, 520), '#2a8796'],
      [between(1000, 1150), between(140, 420), '#2a8796'],
    ] as const
    return words
      .map(
        ([x, w, fill]) =>
          `<rect x="${Math.round(x)}" y="${40 + line * 78}" width="${Math.round(w)}" height="34" rx="17" fill="${fill}"/>`,
      )
      .join('')
  })
}

/** Points of two classes and the curve that divides them. */
function points({ between }: Chance): string {
  const dividing = (x: number) => 640 - x * 0.28 + 130 * Math.sin(x / 260)
  const curve = times(33, (k) => `${k ? 'L' : 'M'}${k * 50} ${Math.round(dividing(k * 50))}`)
  const dots = times(150, () => {
    const [x, y] = [between(0, width), between(0, height)]
    const distance = y - dividing(x)
    return Math.abs(distance) < 60 ? '' : disc(x, y, 17, distance > 0 ? '#d9774a' : '#3f9aa8')
  })
  return `${dots}<path d="${curve}" fill="none" stroke="${sand}" stroke-width="8" stroke-dasharray="26 20"/>`
}

/** Layers of nodes, each joined with the next. */
function layers({ whole, chance }: Chance): string {
  const columns = Array.from({ length: 7 }, (_, column) => {
    const count = whole(4, 6)
    return Array.from({ length: count }, (_, row) => [60 + column * 247, ((row + 0.5) * height) / count] as const)
  })
  const links = columns.flatMap((from, k) =>
    from.flatMap(([x, y]) =>
      (columns[k + 1] ?? []).map(([toX, toY]) => `M${x} ${Math.round(y)}L${toX} ${Math.round(toY)}`),
    ),
  )
  const nodes = columns.flat().map(([x, y]) => disc(x, y, 30, chance() < 0.25 ? wheat : '#e0946c'))
  return `<path d="${links.join('')}" stroke="#c56d43" stroke-width="4"/>${nodes.join('')}`
}

/** A sheet of cells with columns that rise from its foot. */
function sheet({ between }: Chance): string {
  const grid = `${times(10, (k) => `M${k * 160} 0V${height}`)}${times(10, (k) => `M0 ${k * 100}H${width}`)}`
  const columns = times(10, (k) => {
    const top = height - between(180, 760)
    return `<rect x="${k * 160 + 28}" y="${Math.round(top)}" width="104" height="${height}" fill="${k % 3 === 1 ? '#e3bd76' : '#9cc3c2'}"/>`
  })
  return `<path d="${grid}" stroke="#dfd3b8" stroke-width="5"/>${columns}`
}

/** Toy bricks, balls and stars, thrown together. */
function toys({ between, pick }: Chance): string {
  const colours = [clay, sea, '#d9774a', paper, '#2f9aa8'] as const
  const throwToy = (x: number, y: number) => {
    const fill = pick(...colours)
    const turn = `translate(${Math.round(x)} ${Math.round(y)})rotate(${Math.round(between(0, 90))})`
    return pick(
      disc(x, y, between(38, 60), fill),
      `<path fill="${fill}" transform="${turn}" d="M0-64 17-20 64-20 26 8 40 56 0 28-40 56-26 8-64-20-17-20Z"/>`,
      `<path fill="${fill}" transform="${turn}" d="M-60-30h24v-18h24v18h24v-18h24v18h24v70H-60Z"/>`,
      `<path fill="${fill}" transform="${turn}" d="M0-60 56 46H-56Z"/>`,
    )
  }
  return times(8, (column) =>
    times(4, (row) => throwToy(column * 215 + between(30, 100), row * 235 + between(60, 140))),
  )
}

/** Bunting over hills: a day to which everybody may come. */
function bunting({ pick, between }: Chance): string {
  const flags = (top: number, sag: number) => {
    const rope = (x: number) => top + sag * Math.sin((x / width) * Math.PI)
    const hang = (k: number) => wedgeFlag(k * 100 + 50, rope(k * 100 + 50), pick(clay, wheat, sea, '#d9774a'))
    return `<path d="M0 ${top}Q${middle.x} ${top + 2 * sag} ${width} ${top}" fill="none" stroke="${night}" stroke-width="6"/>${times(16, hang)}`
  }
  const wedgeFlag = (x: number, y: number, fill: string) =>
    `<path fill="${fill}" d="M${x - 40} ${Math.round(y)}h80l-40 100Z"/>`
  const hill = (x: number, radius: number, fill: string) => disc(x, height + radius * 0.55, radius, fill)
  return `${hill(between(150, 450), 560, '#8fc4b9')}${hill(between(1150, 1450), 620, '#6faea4')}${flags(20, 130)}${flags(190, 90)}`
}

/** Rays behind the winner. */
function rays({ between }: Chance): string {
  const turn = between(0, 15)
  return times(12, (k) => {
    const [from, to] = [turn + k * 30, turn + k * 30 + 15].map((degrees) => (degrees * Math.PI) / 180)
    const at = (angle = 0) =>
      `${Math.round(middle.x + 1000 * Math.cos(angle))} ${Math.round(middle.y + 1000 * Math.sin(angle))}`
    return `<path fill="#8c3a18" d="M${middle.x} ${middle.y}L${at(from)}L${at(to)}Z"/>`
  })
}

/** Lines of writing. */
function writing({ between, pick }: Chance): string {
  const lines = times(9, (row) => `M0 ${row * 110 + 60}H${width}`)
  const signs = times(8, (row) =>
    times(26, (column) =>
      wedge(column * 63 + between(10, 30), row * 110 + 78, between(44, 72), pick(0, 0, -90, 30), '#cbbd9f'),
    ),
  )
  return `<path d="${lines}" stroke="#e4d9c2" stroke-width="5"/>${signs}`
}

/** The arcades of Latakia above the sea. */
function arcades({ between }: Chance): string {
  const arch = (x: number) =>
    `<path fill="#2a5a70" d="M${x} 640V330q0-130 110-190q110 60 110 190v310Z"/><path fill="#17384c" d="M${x + 36} 640V350q0-90 74-136q74 46 74 136v290Z"/>`
  const crest = (y: number, fill: string) => {
    const shift = between(0, 160)
    return `<path fill="${fill}" d="M0 ${height}V${y}${times(11, (k) => `Q${Math.round(k * 160 - shift + 80)} ${y - 50} ${Math.round(k * 160 - shift + 160)} ${y}`)}V${height}Z"/>`
  }
  return `${times(7, (k) => arch(k * 232 - 10))}${crest(650, sea)}${crest(730, '#0d8496')}${crest(815, '#0a5c6b')}`
}

/** Orbits and what travels on them. */
function orbits({ between }: Chance): string {
  return times(6, (k) => {
    const radius = 360 + k * 115
    const angle = between(0, 2 * Math.PI)
    const [x, y] = [middle.x + radius * Math.cos(angle), middle.y + radius * Math.sin(angle)]
    return `<circle cx="${middle.x}" cy="${middle.y}" r="${radius}" fill="none" stroke="#2b4767" stroke-width="6"/>${disc(x, y, 26, wheat)}${disc(2 * middle.x - x, 2 * middle.y - y, 16, '#3f9aa8')}`
  })
}

const ofCourses = { shape: square }

/** The motifs, by the category of a course, the type of an event, and the kind of other items. */
export const motifs: Record<string, Motif> = {
  python: { ground: sea, pattern: program, tile: { ...ofCourses, fill: night, sign: wheat, second: paper } },
  'machine-learning': { ground: night, pattern: points, tile: { ...ofCourses, fill: sand, sign: night, second: clay } },
  'deep-learning': {
    ground: clay,
    pattern: layers,
    tile: { ...ofCourses, fill: night, sign: '#f0a57e', second: wheat },
  },
  data: { ground: sand, pattern: sheet, tile: { ...ofCourses, fill: sea, sign: paper, second: wheat } },
  'young-minds': { ground: '#f6c445', pattern: toys, tile: { shape: circle, fill: paper, sign: clay, second: sea } },
  free_workshop: { ground: '#cfe8ea', pattern: bunting, tile: { shape: star, fill: sea, sign: paper, second: wheat } },
  competitions_programming: {
    ground: '#6b2a10',
    pattern: rays,
    tile: { shape: star, fill: wheat, sign: night, second: clay },
  },
  blogs: { ground: paper, pattern: writing, tile: { shape: page, fill: '#e9dcc0', sign: night, second: clay } },
  productNews: { ground: '#1d4256', pattern: arcades, tile: { shape: circle, fill: sand, sign: sea, second: clay } },
  aiNews: { ground: '#0c1b2d', pattern: orbits, tile: { shape: circle, fill: '#3f9aa8', sign: night, second: paper } },
}

/** A category that has no motif of its own gets one of these, the same for all its items. */
export const otherMotifs = ['python', 'machine-learning', 'deep-learning', 'data']
