import { compositions } from './compositions.ts'
import { at, disc, foldedStar, mix, palette, polar, type Sheet, starPath, times, wedge } from './pen.ts'

const { night, sea, clay, wheat, sand, paper } = palette

/** Three wedges whose tails meet in one node: signs going in, meaning coming out. Drawn on a square of 32. */
const markShapes = (() => {
  const one = 'd="M11.4 3.2Q16 4.6 20.6 3.2 18 6.4 17.8 10.6L16.9 22h-1.8L14.2 10.6Q14 6.4 11.4 3.2Z"'
  return `<path ${one}/><path ${one} transform="rotate(-32 16 26)"/><path ${one} transform="rotate(32 16 26)"/><circle cx="16" cy="26.9" r="3.7"/>`
})()

/** The mark in one colour, that of the text beside it. */
export const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="currentColor">${markShapes}</svg>`

/** The mark on a tile of its own colour, so that it shows on light and dark browser bars alike. */
export const favicon =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${sea}"/>` +
  `<g fill="${wheat}" transform="translate(3 2.4)scale(.8125)">${markShapes}</g></svg>`

/** Team tile: a picture of the family with a dark, empty badge in its middle, on which light initials keep 4.5:1. */
export function teamTile(sheet: Sheet, index: number) {
  const { w, scheme, pick, whole } = sheet
  const backs = [compositions.orbits, compositions.star, compositions.flow, compositions.waves]
  const back = backs[index % backs.length] ?? compositions.orbits
  const badge = { [sand]: clay, [night]: sea }[scheme.ground] ?? night
  const [middle, radius] = [w / 2, w * 0.29]
  const isRound = pick(true, false)
  const turn = pick(0, 22.5)
  const shape = (size: number, fill: string) =>
    isRound
      ? disc(middle, middle, size, fill)
      : `<path fill="${fill}" d="${starPath(middle, middle, size * 1.12, turn)}"/>`
  const count = 8 * whole(3, 4)
  const pressed = times(count, (k) => {
    const angle = ((k + 0.5) * 360) / count
    return isRound
      ? wedge(
          ...polar(middle, middle, radius * 0.94, angle),
          angle + 180,
          radius * 0.16,
          radius * 0.11,
          k % (count / 8) ? mix(badge, paper, 0.3) : wheat,
        )
      : ''
  })
  const seal = times(8, (k) =>
    isRound
      ? ''
      : wedge(
          ...polar(middle, middle, radius, k * 45 + turn),
          k * 45 + turn + 180,
          radius * 0.24,
          radius * 0.13,
          wheat,
        ),
  )
  const edge = mix(scheme.deep, scheme.quiet, 0.3)
  return back(sheet) + shape(radius * 1.1, edge) + shape(radius * 1.02, badge) + pressed + seal
}

/** Share card: a picture of the page's kind with the mark on a star in the middle, where every network crops to. */
export function shareCard(sheet: Sheet, kind: string) {
  const backs: Record<string, keyof typeof compositions> = {
    home: 'waves',
    courses: 'network',
    news: 'script',
    blogs: 'flow',
    events: 'orbits',
    about: 'star',
    contact: 'waves',
  }
  const { w, h } = sheet
  const [x, y, radius] = [w / 2, h / 2, h * 0.36]
  return (
    compositions[backs[kind] ?? 'script'](sheet) +
    `<path fill="${wheat}" d="${starPath(x, y, radius * 1.07)}"/><path fill="${night}" d="${starPath(x, y, radius)}"/>` +
    `<svg x="${at(x - radius * 0.5)}" y="${at(y - radius * 0.52)}" width="${at(radius)}" height="${at(radius)}" viewBox="0 0 32 32" fill="${wheat}">${markShapes}</svg>`
  )
}

/** The wide picture of the home page: a lattice of stars that comes apart into the sea of Latakia at dusk. */
export function panorama(sheet: Sheet) {
  const { w, h, chance, between } = sheet
  const horizon = h * 0.52
  const [sunX, sunSize] = [w * 0.7, h * 0.15]
  const stops = [night, mix(night, clay, 0.3), mix(clay, night, 0.12), mix(clay, wheat, 0.6), wheat]
  const sky =
    `<linearGradient id="s" x2="0" y2="1">${stops.map((color, k) => `<stop offset="${k * 0.25}" stop-color="${color}"/>`).join('')}</linearGradient>` +
    `<path fill="url(#s)" d="M0 0H${w}V${at(horizon + 12)}H0Z"/>` +
    times(
      3,
      (k) =>
        `<circle cx="${sunX}" cy="${horizon}" r="${at(sunSize * (2.7 - k * 0.6))}" fill="${wheat}" opacity=".16"/>`,
    ) +
    disc(sunX, horizon, sunSize, mix(wheat, paper, 0.55))
  const rows = 6
  const crests = Array.from({ length: rows }, (_, row) => {
    const near = row / (rows - 1)
    const phase = between(0, 6)
    // Flat where the lattice is, rising to a full swell where the sea is.
    const swell = (x: number) => h * (0.006 + 0.022 * near) * Math.min(1, Math.max(0, x / w - 0.15) * 2)
    const top = horizon + (h - horizon) * (row / rows) ** 1.15 + 8
    return (x: number) => top - swell(x) * Math.sin(x / (70 + 70 * near) + phase)
  })
  const water = crests.map((crest, row) => {
    const near = row / (rows - 1)
    const step = h * (0.06 + 0.08 * near)
    const fill = mix(mix(sea, wheat, 0.22), mix(sea, night, 0.8), near ** 0.8)
    const edge = times(w / 20 + 1, (k) => `L${at(k * 20, crest(k * 20))}`)
    const pressed = times(Math.ceil(w / step) + 1, (k) => {
      const x = (k + (row % 2) / 2) * step
      if (x < w * (0.435 - 0.015 * row + 0.05 * chance())) return ''
      const turn = (Math.atan2(crest(x + 8) - crest(x), 8) * 180) / Math.PI
      const shines = Math.abs(x + step / 2 - sunX) < sunSize * (0.5 + chance() * 0.6) * (1 + near * 0.5)
      return wedge(
        x,
        crest(x) + step * 0.36,
        turn,
        step * 0.88,
        step * 0.4,
        shines ? (chance() < 0.3 ? paper : wheat) : mix(fill, paper, 0.3),
      )
    })
    return `<path fill="${fill}" d="M0 ${h}${edge}L${w} ${h}Z"/>${pressed}`
  })
  const veil =
    `<linearGradient id="v"><stop stop-color="${night}"/><stop offset=".24" stop-color="${night}" stop-opacity=".95"/><stop offset=".5" stop-color="${mix(night, clay, 0.7)}" stop-opacity="0"/>` +
    `</linearGradient><path fill="url(#v)" d="M0 0H${w}V${h}H0Z"/>`
  const radius = h / 10
  const lattice = times(6, (row) =>
    times(14, (column) => {
      const [x, y] = [column * radius * 2, row * radius * 2]
      const away = x / w + between(-0.04, 0.04) + Math.max(0, y / h - 0.5) * 0.14
      if (away < 0.16)
        return foldedStar(x, y, radius, chance() < 0.2 ? clay : wheat) + foldedStar(x, y, radius * 0.42, night, 22.5)
      if (away < 0.27) return foldedStar(x, y, radius, sea) + foldedStar(x, y, radius * 0.42, wheat, 22.5)
      if (away < 0.4) {
        const spokes = times(8, (k) =>
          wedge(
            ...polar(x, y, radius * 0.56, k * 45),
            k * 45 + 180,
            radius * 0.46,
            radius * 0.26,
            k % 2 ? mix(sea, paper, 0.3) : wheat,
          ),
        )
        return `<path fill="none" stroke="${mix(sea, paper, 0.2)}" stroke-width="3" d="${starPath(x, y, radius)}"/>${spokes}`
      }
      // Off the lattice now: what was a tile drifts as a star, and far out as a single wedge.
      const [freeX, freeY] = [x + between(-0.6, 0.6) * radius, y + between(0.5, 1.3) * radius]
      if (
        freeY > horizon - radius * 0.8 ||
        chance() < away - 0.42 ||
        Math.hypot(freeX - sunX, freeY - horizon) < sunSize * 1.5
      )
        return ''
      const glow = mix(wheat, paper, 0.35)
      return away < 0.56
        ? foldedStar(freeX, freeY, radius * between(0.18, 0.36), glow)
        : wedge(freeX, freeY, 90, radius * 0.44, radius * 0.22, glow)
    }),
  )
  return sky + water.join('') + veil + lattice
}
