import {
  at,
  disc,
  foldedStar,
  mix,
  palette,
  polar,
  ring,
  type Sheet,
  sign,
  starPath,
  times,
  wedge,
  wedgeBetween,
} from './pen.ts'

/** The ways to lay wedges on a lattice; each fills the whole sheet and returns the inside of an SVG. */
export const compositions = { script, waves, network, glyph, star, flow, descent, layers, orbits }

type Point = [number, number]

/** The two grounds, one falling into the other. */
function ground({ w, h, scheme, pick }: Sheet) {
  const [x, y] = pick([0, 1], [1, 1], [1, 0])
  return (
    `<linearGradient id="g" x1="0" y1="0" x2="${x}" y2="${y}"><stop stop-color="${scheme.ground}"/><stop offset="1" stop-color="${scheme.deep}"/>` +
    `</linearGradient><path fill="url(#g)" d="M0 0H${w}V${h}H0Z"/>`
  )
}

/** Lines of invented signs on ruled clay; the signs of one region are lit, on ground of their own. */
function script(sheet: Sheet) {
  const { w, h, scheme, whole, between, chance, pick, isBare } = sheet
  const rows = whole(3, 4)
  const size = h / (rows - 0.25)
  const columns = Math.ceil(w / size) + 1
  const shift = pick(-0.5, -0.25, -0.75)
  const row = (index: number) => (index - 0.12) * size - size * 0.5
  const shape = pick('round', 'line', 'stair')
  const [focusRow, focusColumn] = [whole(1, rows - 1), whole(2, columns - 3)]
  const isLit = (line: number, column: number) => {
    if (shape === 'line') return line === focusRow && Math.abs(column - focusColumn) < 3
    if (shape === 'stair')
      return column - focusColumn === line - focusRow || column - focusColumn === line - focusRow + 1
    return Math.abs(line - focusRow) + Math.abs(column - focusColumn) < 2
  }
  const face = mix(scheme.ground, scheme.quiet, 0.38)
  const cells = times(rows + 1, (line) =>
    times(columns, (column) => {
      const [x, y] = [(column + shift) * size, row(line)]
      if (isBare(x + size / 2, y + size / 2, size * 0.36)) return ''
      const lit = isLit(line, column)
      const color = lit
        ? chance() < 0.2
          ? scheme.spark
          : scheme.lit
        : mix(scheme.ground, scheme.quiet, between(0.65, 1))
      const tile = lit ? `<path fill="${face}" d="M${at(x, y)}h${at(size)}v${at(size)}h${at(-size)}Z"/>` : ''
      return tile + sign(x + size * 0.13, y + size * 0.13, size * 0.74, whole(0, 99), color)
    }),
  )
  const line = mix(scheme.ground, scheme.quiet, 0.6)
  const rules = times(rows + 2, (k) => `<path stroke="${line}" stroke-width="4" d="M0 ${at(row(k))}H${w}"/>`)
  return ground(sheet) + cells + rules
}

/** The sea off Latakia: crests of wedges under a low sun. */
function waves(sheet: Sheet) {
  const { w, h, scheme, whole, between, chance, pick, bare, isBare } = sheet
  const horizon = h * between(0.3, 0.52)
  // A badge, where there is one, stands before the sun.
  const [sunX, sunSize] = bare ? [w / 2, bare * 0.72] : [w * between(0.2, 0.8), h * between(0.14, 0.22)]
  const rows = whole(4, 6)
  const sunY = bare ? h / 2 : horizon - sunSize * pick(0, 0.35, 0.8)
  const length = w / between(2, 3.4)
  const sun = scheme.lit === palette.night || scheme.lit === palette.sea ? scheme.spark : scheme.lit
  // Wheat let down with blue turns olive, so a wheat sun glows in the colour of what is quiet.
  const glow = sun === palette.wheat ? mix(scheme.quiet, palette.paper, 0.1) : sun
  const sky = times(3, (k) =>
    disc(
      sunX,
      sunY,
      sunSize * (2.8 - k * 0.7),
      mix(scheme.ground, glow, sun === glow ? 0.09 + k * 0.11 : 0.2 + k * 0.2),
    ),
  )
  const stars = times(whole(4, 8), () =>
    wedge(between(0, w), between(0.08, 0.6) * horizon, 90, h * 0.055, h * 0.026, mix(scheme.ground, scheme.quiet, 0.9)),
  )
  const bands = times(rows, (row) => {
    const near = row / (rows - 1)
    const top = horizon + (h - horizon) * (row / rows) ** 1.2 + h * 0.02
    const swell = h * (0.008 + 0.036 * near)
    const phase = between(0, 6.28)
    const crest = (x: number) => top - swell * Math.sin((x / length / (0.6 + near * 0.7)) * 6.28 + phase)
    const step = h * (0.06 + 0.085 * near)
    // The water is the sea's own blue under every sky, paler with distance.
    const fill = mix(mix(palette.sea, scheme.ground, 0.25), mix(palette.sea, palette.night, 0.75), near)
    const edge = times(Math.ceil(w / 20) + 1, (k) => `L${at(k * 20, crest(k * 20))}`)
    const pressed = times(Math.ceil(w / step) + 2, (k) => {
      const x = (k - 1 + (row % 2) / 2) * step
      if (isBare(x + step / 2, crest(x) + step * 0.36, step * 0.4)) return ''
      const turn = (Math.atan2(crest(x + 8) - crest(x), 8) * 180) / Math.PI
      const shines = Math.abs(x + step / 2 - sunX) < sunSize * (0.4 + chance() * 0.75) * (1 + near * 0.4)
      const color = shines
        ? chance() < 0.15
          ? palette.paper
          : mix(sun, palette.wheat, 0.5)
        : mix(fill, mix(palette.sea, palette.paper, 0.45), 0.5)
      return wedge(x, crest(x) + step * 0.36, turn, step * 0.88, step * 0.42, color)
    })
    return `<path fill="${fill}" d="M0 ${h}${edge}L${w} ${h}Z"/>${pressed}`
  })
  return (
    ground(sheet) +
    sky +
    stars +
    pick(disc(sunX, sunY, sunSize, sun), foldedStar(sunX, sunY, sunSize * 1.15, sun)) +
    bands
  )
}

/** A triangular lattice of nodes joined by wedges, with one path across it lit. */
function network(sheet: Sheet) {
  const { w, h, scheme, whole, between, chance, pick, isBare } = sheet
  const rows = whole(3, 4)
  const gap = h / rows
  const columns = Math.ceil(w / gap) + 1
  const nodes = Array.from({ length: rows + 1 }, (_, row) =>
    Array.from({ length: columns + 1 }, (_, column): Point => {
      const x = (column - 0.25 + (row % 2) * 0.5) * gap
      return [x + between(-0.15, 0.15) * gap, row * gap + between(-0.15, 0.15) * gap]
    }),
  )
  const node = (row: number, column: number) => nodes[row]?.[column]
  const join = (from: Point | undefined, to: Point | undefined, head: number, color: string) =>
    from &&
    to &&
    !isBare(...from, gap * 0.1) &&
    !isBare(...to, gap * 0.1) &&
    !isBare((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, 0)
      ? wedgeBetween(from, to, head, color, gap * 0.2)
      : ''
  const links = nodes.flatMap((line, row) =>
    line.flatMap((from, column) => {
      const below = column + (row % 2)
      return [node(row, column + 1), node(row + 1, below), node(row + 1, below - 1)].map((to) => {
        const color = mix(scheme.ground, scheme.quiet, between(0.4, 0.9))
        return chance() < 0.5 ? join(from, to, gap * 0.19, color) : join(to, from, gap * 0.19, color)
      })
    }),
  )
  let row = whole(1, rows - 1)
  const trail = Array.from({ length: columns + 1 }, (_, column): Point => {
    const here = node(row, column) ?? [0, 0]
    row = Math.min(rows - 1, Math.max(1, row + pick(-1, 1, 0)))
    return here
  })
  // Under the lit path the ground is cleared, or quiet wedges would show through its thin tails.
  const cleared = `<path fill="none" stroke="${mix(scheme.ground, scheme.deep, 0.5)}" stroke-width="${at(gap * 0.26)}" stroke-linejoin="round" d="M${trail.map((point) => at(...point)).join('L')}"/>`
  const lit = trail.map((from, k) => join(from, trail[k + 1], gap * 0.32, scheme.lit))
  const beads = nodes
    .flat()
    .map(([x, y]) =>
      isBare(x, y, gap * 0.1) ? '' : disc(x, y, gap * between(0.04, 0.085), mix(scheme.ground, scheme.quiet, 0.95)),
    )
  const marked = whole(1, 3)
  const stars = trail.map(([x, y], k) => {
    if (isBare(x, y, gap * 0.2)) return ''
    return k === marked || k === marked + 2
      ? foldedStar(x, y, gap * 0.185, scheme.spark)
      : disc(x, y, gap * 0.09, scheme.lit)
  })
  return ground(sheet) + links.join('') + beads.join('') + cleared + lit.join('') + stars.join('')
}

/** One great invented sign pressed into a tablet, or into a star, among the small signs of its text. */
function glyph(sheet: Sheet) {
  const { w, h, scheme, whole, between, pick } = sheet
  const size = h * between(0.56, 0.64)
  const centre = w * pick(0.34, 0.5, 0.66)
  const isStar = pick(true, false, false)
  const half = isStar ? h * 0.56 : size * between(0.66, 0.76)
  const small = h / 7
  const quiet = mix(scheme.ground, scheme.quiet, 0.62)
  const side = times(8, (row) =>
    times(Math.ceil(w / small), (column) =>
      // Counted from the tablet outwards, so that both its margins are the same.
      [centre + half + (column + 0.22) * small, centre - half - (column + 1.22) * small]
        .map((x) =>
          x > w || x < -small
            ? ''
            : sign(x + small * 0.13, (row - 0.5) * small + small * 0.13, small * 0.74, whole(0, 99), quiet),
        )
        .join(''),
    ),
  )
  const [face, under] = [mix(scheme.deep, scheme.quiet, 0.45), mix(scheme.deep, palette.night, 0.35)]
  const slab = (down: number, fill: string) =>
    isStar
      ? `<path fill="${fill}" d="${starPath(centre, h / 2 + down, h * 0.53, 22.5)}"/>`
      : `<rect x="${at(centre - half)}" y="${at(h * 0.07 + down)}" width="${at(half * 2)}" height="${at(h * 0.86)}" rx="${at(h * 0.09)}" fill="${fill}"/>`
  const rule = (k: number) =>
    `<path stroke="${mix(face, scheme.deep, 0.6)}" stroke-width="5" d="M${at(centre - half + 40)} ${at(h * (0.17 + k * 0.132))}h${at(half * 2 - 80)}"/>`
  const ruled = isStar ? ring(centre, h / 2, h * 0.39, mix(face, scheme.deep, 0.6), 5) : times(6, rule)
  const big = isStar ? size * 0.86 : size
  return (
    ground(sheet) +
    side +
    slab(14, under) +
    slab(0, face) +
    ruled +
    sign(centre - big / 2, (h - big) / 2, big, whole(0, 99), scheme.lit)
  )
}

/** Eight-pointed stars and crosses that thin out, across the sheet, into nodes and links. */
function star(sheet: Sheet) {
  const { w, h, scheme, whole, between, chance, pick, isBare } = sheet
  const radius = h / whole(6, 8)
  const [fromX, fromY] = pick([0, 0.3], [1, 0.3], [0.5, 1.2], [0.2, 0.9])
  const reach = Math.hypot(w, h) * between(0.85, 1)
  const line = mix(scheme.ground, scheme.quiet, 0.8)
  const columns = Math.ceil(w / radius / 2) + 1
  const rows = Math.ceil(h / radius / 2) + 1
  const tiles = times(rows, (row) =>
    times(columns, (column) => {
      const [x, y] = [column * radius * 2, row * radius * 2]
      if (isBare(x, y, radius * 0.9)) return ''
      const away = Math.hypot(x - fromX * w, y - fromY * h) / reach + between(-0.06, 0.06)
      const links = times(2, (k) =>
        chance() < 0.8 && !isBare(x + (k ? 0 : radius * 2), y + (k ? radius * 2 : 0), radius * 0.9)
          ? `M${at(x, y)}l${k ? at(0, radius * 2) : at(radius * 2, 0)}`
          : '',
      )
      if (away > 0.66)
        return `<path stroke="${line}" stroke-width="4" d="${links || 'M0 0'}"/>${disc(x, y, radius * between(0.1, 0.24), chance() < 0.14 ? scheme.spark : scheme.quiet)}`
      if (away > 0.42) {
        return (
          `<path fill="none" stroke="${scheme.quiet}" stroke-width="${at(radius * 0.045)}" d="${starPath(x, y, radius)}"/>` +
          times(8, (k) =>
            wedge(
              ...polar(x, y, radius * 0.56, k * 45),
              k * 45 + 180,
              radius * 0.46,
              radius * 0.24,
              k % 2 ? scheme.quiet : scheme.lit,
            ),
          )
        )
      }
      const color = chance() < 0.14 ? scheme.spark : away < 0.27 ? scheme.lit : scheme.quiet
      return (
        foldedStar(x, y, radius, color) +
        foldedStar(x, y, radius * 0.42, color === scheme.lit ? scheme.ground : scheme.lit, 22.5)
      )
    }),
  )
  return ground(sheet) + tiles
}

/** A field of wedges that turn with a current, brightest where it is strongest. */
function flow(sheet: Sheet) {
  const { w, h, scheme, whole, between, chance, isBare } = sheet
  const gap = h / whole(6, 8)
  const eyes = Array.from({ length: 2 }, (_, k) => ({
    x: w * (k ? between(0.68, 0.9) : between(0.24, 0.42)),
    y: h * between(0.3, 0.7),
    spin: k ? -1 : 1,
    lit: k ? 0.16 : 0.36,
  }))
  const wedges = times(Math.ceil(h / gap) + 1, (row) =>
    times(Math.ceil(w / gap) + 1, (column) => {
      const [x, y] = [(column + (row % 2) * 0.5 - 0.25) * gap, row * gap]
      if (isBare(x, y, gap * 0.5)) return ''
      let [dx, dy] = [0.25, 0]
      for (const eye of eyes) {
        const away = Math.hypot(x - eye.x, y - eye.y) / h + 0.08
        dx += (-(y - eye.y) * eye.spin) / h / away ** 2
        dy += ((x - eye.x) * eye.spin) / h / away ** 2
      }
      const strength = Math.max(
        0,
        ...eyes.map((eye) => 1 - Math.abs(Math.hypot(x - eye.x, y - eye.y) / h - eye.lit) * 4.4),
      )
      const size = gap * (0.82 + strength * 0.26)
      const color =
        strength > 0.25
          ? chance() < 0.12
            ? scheme.spark
            : scheme.lit
          : mix(scheme.ground, scheme.quiet, between(0.65, 1))
      const turn = Math.atan2(dy, dx)
      return wedge(
        x - (Math.cos(turn) * size) / 2,
        y - (Math.sin(turn) * size) / 2,
        (turn * 180) / Math.PI,
        size,
        size * 0.46,
        color,
      )
    }),
  )
  return ground(sheet) + wedges
}

/** Contours of a loss with two hollows, and the steps of a descent into the deeper one. */
function descent(sheet: Sheet) {
  const { w, h, scheme, whole, between, pick } = sheet
  const side = pick(0, 1)
  const deepest = { x: w * (side ? 0.68 : 0.32), y: h * between(0.45, 0.62), rise: 0, phase: between(0, 6) }
  const other = { x: w * (side ? 0.14 : 0.86), y: h * pick(0.24, 0.78), rise: h * 0.36, phase: between(0, 6) }
  const levels = whole(9, 11)
  const lobes = whole(2, 4)
  const point = (basin: typeof deepest, level: number, degrees: number) => {
    const angle = (degrees * Math.PI) / 180
    const ripple =
      1 +
      0.12 * Math.sin(lobes * angle + basin.phase + level * 0.16) +
      0.06 * Math.cos((lobes + 1) * angle - basin.phase)
    return polar(basin.x, basin.y, (h * 1.3 * (1 - level / levels) ** 1.15 - basin.rise) * ripple, degrees)
  }
  const land = times(levels, (level) => {
    const depth = (level + 1) / levels
    const fill = mix(mix(scheme.ground, scheme.deep, 0.5), scheme.quiet, depth * 0.95)
    const outlines = [deepest, other]
      .filter((basin) => h * 1.3 * (1 - level / levels) ** 1.15 > basin.rise + 12)
      .map((basin) => `M${Array.from({ length: 90 }, (_, k) => at(...point(basin, level, k * 4))).join('L')}Z`)
      .join('')
    // The line under the fills, in one path for both hollows: where they meet the contours join instead of crossing.
    return `<path fill="${fill}" stroke="${mix(fill, scheme.lit, 0.35)}" stroke-width="6" d="${outlines}"/><path fill="${fill}" d="${outlines}"/>`
  })
  let angle = (side ? 180 : 0) + between(-75, -30)
  const steps = Array.from({ length: levels - 2 }, (_, k): Point => {
    const here = point(deepest, k + 1.4, angle)
    angle += (k % 2 ? 1 : -0.4) * between(20, 34)
    return here
  })
  steps.push([deepest.x, deepest.y])
  const path = steps.map((from, k) => {
    const to = steps[k + 1]
    return to ? wedgeBetween(from, to, h * (0.1 - k * 0.006), scheme.lit, h * 0.008) : ''
  })
  return `${ground(sheet)}${land}${path.join('')}${foldedStar(deepest.x, deepest.y, h * 0.07, scheme.spark)}${disc(deepest.x, deepest.y, h * 0.016, scheme.ground)}`
}

/** The layers of a network as columns of nodes: wedges carry each layer into the one node that the next one lights. */
function layers(sheet: Sheet) {
  const { w, h, scheme, whole, between } = sheet
  const count = whole(4, 5)
  const columns = Array.from({ length: count }, (_, column) => {
    const nodes = column === count - 1 ? 3 : whole(3, 4) + (column % 2)
    return Array.from(
      { length: nodes },
      (_, k): Point => [w * (0.07 + (0.86 * column) / (count - 1)), h * (0.5 + ((k - (nodes - 1) / 2) / nodes) * 0.98)],
    )
  })
  const chosen = columns.map((nodes) => whole(0, nodes.length - 1))
  let [threads, carried, lit] = ['', '', '']
  columns.forEach((nodes, column) => {
    const last = column === count - 1
    nodes.forEach((from, k) => {
      columns[column + 1]?.forEach((to, next) => {
        // Only tails meet at a node, never heads: heads that overlap look like a mistake.
        if (chosen[column + 1] !== next) threads += `M${at(...from)}L${at(...to)}`
        else if (chosen[column] === k) lit += wedgeBetween(from, to, h * 0.1, scheme.lit, h * 0.07)
        else carried += wedgeBetween(from, to, h * 0.062, scheme.quiet, h * 0.055)
      })
    })
    carried += nodes
      .map(([x, y], k) =>
        chosen[column] === k ? '' : disc(x, y, h * 0.044, scheme.quiet) + disc(x, y, h * 0.022, scheme.ground),
      )
      .join('')
    const [x, y] = nodes[chosen[column] ?? 0] ?? [0, 0]
    lit +=
      foldedStar(x, y, h * (last ? 0.1 : 0.072), last ? scheme.spark : scheme.lit, between(0, 45)) +
      disc(x, y, h * 0.017, scheme.ground)
  })
  return `${ground(sheet)}<path fill="none" stroke="${mix(scheme.ground, scheme.quiet, 0.5)}" stroke-width="3" d="${threads}"/>${carried}${lit}`
}

/** Rings of wedges and of nodes round one star, a sector of them lit. */
function orbits(sheet: Sheet) {
  const { w, h, scheme, whole, between, chance, pick, bare, isBare } = sheet
  const [x, y] = bare ? [w / 2, h / 2] : [w * pick(0.28, 0.5, 0.72), h * pick(0.46, 0.54, 1)]
  const width = h * between(0.13, 0.165)
  // Towards the larger part of the sheet, so that the lit sector is never the part cut off.
  const start = (Math.atan2(h * 0.46 - y, w / 2 - x) * 180) / Math.PI - between(50, 80)
  const spread = between(90, 150)
  const beaded = whole(1, 3)
  const rings = times(Math.ceil((w * 0.85) / width), (k) => {
    const radius = width * (k + 1.2)
    const isInward = whole(0, 1)
    const quiet = mix(scheme.ground, scheme.quiet, Math.max(0.5, 1 - k * 0.08))
    const count = 8 * (k + 1)
    const marks = times(count, (j) => {
      const angle = ((j + (k % 2) / 2) * 360) / count
      const [px, py] = polar(x, y, radius + width * (isInward ? 0.9 : 0.12), angle)
      if (px < -width || px > w + width || py < -width || py > h + width) return ''
      if (isBare(px, py, width * 0.1) || isBare(...polar(x, y, radius + width / 2, angle), width * 0.5)) return ''
      const isLit = (angle - start + 720) % 360 < spread && k < 4
      const color = isLit ? (chance() < 0.12 ? scheme.spark : scheme.lit) : quiet
      if (k % 4 === beaded) return disc(...polar(x, y, radius + width / 2, angle), width * (isLit ? 0.17 : 0.11), color)
      return wedge(px, py, angle + isInward * 180, width * 0.78, width * (k ? 0.48 : 0.42), color)
    })
    return ring(x, y, radius, mix(scheme.ground, scheme.quiet, 0.5), 3) + marks
  })
  return (
    ground(sheet) +
    rings +
    foldedStar(x, y, width * 0.95, scheme.lit, 22.5) +
    foldedStar(x, y, width * 0.4, scheme.ground)
  )
}
