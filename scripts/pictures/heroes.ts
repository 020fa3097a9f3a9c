import { at, disc, foldedStar, mix, palette, polar, ring, sign, starPath, svgDocument, times, wedge } from './pen.ts'

const { night, sea, clay, wheat, sand, paper } = palette

const clipped = (path: string, body: string) =>
  `<clipPath id="p"><path d="${path}"/></clipPath><g clip-path="url(#p)">${body}</g>`
const inked = (color: string, body: string) => `<g color="${color}">${body}</g>`

/** Hero artworks on 960x720: each a panel of its own colour on nothing, so that they sit on sand and on night. */
export const heroes = [starOfOrbits, tabletOfSigns, seaInARing, archOfLayers, dunesOfDescent].map((draw) =>
  svgDocument(960, 720, draw()),
)

function starOfOrbits() {
  const [x, y] = [480, 360]
  const ringOf = (count: number, radius: number, inward: boolean, length: number, head: number, from = 0) =>
    times(count, (k) =>
      wedge(
        ...polar(x, y, radius, from + (k * 360) / count),
        from + (k * 360) / count + (inward ? 180 : 0),
        length,
        head,
      ),
    )
  const tips = times(8, (k) => disc(...polar(x, y, 318, k * 45 + 22.5), 9, k % 2 ? clay : wheat))
  return (
    `<path fill="${wheat}" d="${starPath(x, y, 356)}"/><path fill="${sea}" d="${starPath(x, y, 344)}"/>` +
    disc(x, y, 254, mix(sea, night, 0.45)) +
    ring(x, y, 250, mix(sea, paper, 0.15), 2) +
    ring(x, y, 172, mix(sea, paper, 0.15), 2) +
    ring(x, y, 92, mix(sea, paper, 0.15), 2) +
    inked(mix(sea, paper, 0.45), ringOf(16, 240, true, 62, 32, 11.25)) +
    inked(wheat, ringOf(8, 100, false, 66, 34) + ringOf(8, 334, true, 46, 26)) +
    inked(sand, ringOf(8, 164, true, 54, 28, 22.5)) +
    foldedStar(x, y, 74, wheat) +
    foldedStar(x, y, 32, clay, 22.5) +
    tips
  )
}

function tabletOfSigns() {
  const outline =
    'M190 44Q480 8 770 44 842 52 850 120 878 360 850 600 842 668 770 676 480 712 190 676 118 668 110 600 82 360 110 120 118 52 190 44Z'
  const lit = [
    [0, 0],
    [1, 1],
    [1, 2],
    [2, 3],
  ] as const
  const rows = times(3, (row) =>
    times(4, (column) => {
      const isLit = lit.some(([r, c]) => r === row && c === column)
      return isLit ? '' : sign(177 + column * 158, 106 + row * 188, 132, row * 4 + column * 3 + 1)
    }),
  )
  const centre = ([row, column]: readonly [number, number]) => [243 + column * 158, 172 + row * 188] as const
  const path = `<path fill="none" stroke="${wheat}" stroke-width="5" d="M${lit.map((cell) => at(...centre(cell))).join('L')}"/>`
  const nodes = lit.map((cell, k) => {
    const [x, y] = centre(cell)
    return `<path fill="${k === 3 ? wheat : night}" d="${starPath(x, y, 79)}"/>${inked(k === 3 ? night : wheat, sign(x - 41, y - 41, 82, [6, 7, 0, 8][k] ?? 0))}`
  })
  const rules = times(
    2,
    (k) => `<path stroke="${mix(clay, night, 0.25)}" stroke-width="4" d="M126 ${266 + k * 188}H834"/>`,
  )
  return `<path fill="${mix(clay, night, 0.4)}" transform="translate(0 12)" d="${outline}"/><path fill="${clay}" d="${outline}"/>${rules}${inked(mix(clay, wheat, 0.4), rows)}${path}${nodes.join('')}`
}

function seaInARing() {
  const circle = 'M480 18A342 342 0 1 1 479 18Z'
  const rows = times(5, (row) => {
    const [y, reach] = [372 + row * 68, 60 + row * 12]
    const fill = mix(mix(sea, wheat, 0.12), night, row * 0.16)
    const waves = `<path fill="${fill}" d="M${80 - row * 34} ${y}q${reach / 2}-${16 + row * 5} ${reach} 0${`t${reach} 0`.repeat(Math.ceil(860 / reach))}V720H80Z"/>`
    const step = 56 + row * 11
    const glints = Array.from({ length: Math.ceil(720 / step) }, (_, k) => ({
      x: 110 + k * step + (row % 2) * 28,
      isLit: Math.abs(110 + k * step + (row % 2) * 28 + step / 2 - 560) < 92 + (row % 3) * 16,
    }))
    const press = (isLit: boolean) =>
      glints
        .filter((glint) => glint.isLit === isLit)
        .map(({ x }) => wedge(x, y + 34, 0, step * 0.8, step * 0.36))
        .join('')
    return waves + inked(mix(fill, paper, 0.3), press(false)) + inked(wheat, press(true))
  })
  const stars = times(9, (k) => wedge(230 + ((k * 197) % 500), 84 + ((k * 83) % 110), 90, 36, 18))
  const sky =
    `<linearGradient id="k" x2="0" y2="1"><stop stop-color="${mix(night, clay, 0.25)}"/><stop offset=".3" stop-color="${clay}"/><stop offset=".52" stop-color="${wheat}"/></linearGradient>` +
    `<path fill="url(#k)" d="M0 0H960V720H0Z"/>${inked(mix(wheat, paper, 0.2), stars)}`
  const sun = disc(560, 372, 150, mix(clay, wheat, 0.75)) + disc(560, 372, 104, mix(wheat, paper, 0.6))
  return clipped(circle, sky + sun + rows) + ring(480, 360, 340, wheat, 8)
}

function archOfLayers() {
  const arch = (inset: number) =>
    `M${130 + inset} ${720 - inset}V${330}C${130 + inset} 190 350 130 480 ${12 + inset * 1.2} 610 130 ${830 - inset} 190 ${830 - inset} 330V${720 - inset}Z`
  const columns = [
    [300, 420, 540, 630],
    [300, 410, 520, 630],
    [300, 420, 540, 630],
  ]
  const chosen = [1, 2, 0]
  const xs = [236, 480, 724]
  let [threads, quiet, lit, beads] = ['', '', '', '']
  columns.forEach((ys, column) => {
    const x = xs[column] ?? 0
    ys.forEach((y, k) => {
      columns[column + 1]?.forEach((toY, next) => {
        const toX = xs[column + 1] ?? 0
        const [turn, apart] = [(Math.atan2(toY - y, toX - x) * 180) / Math.PI, Math.hypot(toX - x, toY - y)]
        const press = (head: number) => wedge(...polar(x, y, 34, turn), turn, apart - 66, head)
        if (next !== chosen[column + 1]) threads += `M${at(x, y)}L${at(toX, toY)}`
        else if (k === chosen[column]) lit += press(54)
        else quiet += press(30)
      })
      beads +=
        k === chosen[column]
          ? foldedStar(x, y, 36, column === 2 ? sand : wheat)
          : disc(x, y, 19, mix(sea, paper, 0.25)) + disc(x, y, 9, night)
    })
  })
  const crown = times(8, (k) => wedge(...polar(480, 164, 32, k * 45), k * 45, 50, 24))
  return (
    `<path fill="${wheat}" d="${arch(0)}"/><path fill="${night}" d="${arch(12)}"/><path fill="${mix(night, sea, 0.35)}" d="${arch(34)}"/>` +
    `<path stroke="${mix(night, sea, 0.8)}" stroke-width="2" d="${threads}"/>${inked(mix(sea, paper, 0.25), quiet)}${inked(wheat, lit + crown)}${foldedStar(480, 164, 24, sand, 22.5)}${beads}`
  )
}

function dunesOfDescent() {
  const low: [number, number] = [590, 410]
  const side: [number, number] = [236, 404]
  const outline = ([x, y]: [number, number], reach: number, level: number) => {
    const corners = Array.from({ length: 16 }, (_, k): [number, number] => {
      const angle = (k * Math.PI) / 8
      const radius =
        reach *
        (1 + 0.1 * Math.cos(angle * 2 - 0.4) - 0.09 * Math.sin(angle * 3 + level * 0.3) + 0.04 * Math.cos(angle * 5))
      return [x + radius * 1.2 * Math.cos(angle), y + radius * Math.sin(angle)]
    })
    // Curves from halfway to halfway with the corner as control: smooth in few bytes.
    const halfway = corners.map(([cx, cy], k) => {
      const [nextX, nextY] = corners[(k + 1) % 16] ?? [cx, cy]
      return { bend: at(cx, cy), to: at((cx + nextX) / 2, (cy + nextY) / 2) }
    })
    return `M${halfway[15]?.to}${halfway.map(({ bend, to }) => `Q${bend} ${to}`).join('')}`
  }
  const land = times(7, (level) => {
    const fill = mix(wheat, clay, level / 6)
    const deep = outline(
      [480 + ((low[0] - 480) * level) / 6, 352 + ((low[1] - 352) * level) / 6],
      336 - level * 49,
      level,
    )
    const shallow = level > 0 && level < 4 ? outline(side, 148 - level * 38, level) : ''
    // The line under the fills, as in the composition: two hollows join their contours where they meet.
    const both = `<path id="l${level}" d="${deep}${shallow}"/>`
    return `<g fill="${fill}"><g stroke="${mix(fill, paper, 0.35)}" stroke-width="6">${both}</g><use href="#l${level}"/></g>`
  })
  const steps: [number, number][] = [
    [262, 128],
    [384, 116],
    [372, 214],
    [494, 208],
    [472, 296],
    [576, 290],
  ]
  const path = steps.map(([x, y], k) => {
    const [toX, toY] = steps[k + 1] ?? [low[0], low[1] - 52]
    return wedge(x, y, (Math.atan2(toY - y, toX - x) * 180) / Math.PI, Math.hypot(toX - x, toY - y) - 4, 56 - k * 4)
  })
  return (
    land +
    inked(night, path.join('')) +
    foldedStar(...low, 50, sea) +
    foldedStar(...low, 21, paper, 22.5) +
    foldedStar(...side, 18, sea)
  )
}
