const shapes = {
  chevron: 'm6 9 6 6 6-6',
  forward: 'M4 12h16m-6-6 6 6-6 6',
  back: 'M20 12H4m6-6-6 6 6 6',
  menu: 'M4 7h16M4 12h16M4 17h10',
  close: 'm6 6 12 12M18 6 6 18',
  outside: 'M14 5h5v5m0-5-8 8m-2-7H5v13h13v-4',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8.5 3v4m7-4v4',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 7.5V12l3 2.5',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20.5c.6-4 3.6-6 7.5-6s6.9 2 7.5 6',
  location: 'M12 21s7-6.2 7-11.5a7 7 0 1 0-14 0C5 14.8 12 21 12 21Zm0-9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  mail: 'M3.5 6h17v12.5h-17zm.5.5 8 7 8-7',
  phone:
    'M5 4h4l1.5 4.5-2 1.5a12 12 0 0 0 5.5 5.5l1.5-2L20 15v4a1.5 1.5 0 0 1-1.6 1.5A15 15 0 0 1 3.5 5.6 1.5 1.5 0 0 1 5 4Z',
  search: 'M11 4.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM16 16l4.5 4.5',
  share: 'M12 15V3.5m-4 4 4-4 4 4M7 11H5v9.5h14V11h-2',
  link: 'm10 14 4-4m-3-2.5 2-2a4 4 0 0 1 5.5 5.5l-2 2m-3.5 3.5-2 2A4 4 0 0 1 5.5 13l2-2',
  check: 'm5 12.5 5 5 9-11',
  facebook: 'M14 21v-8h3l.5-3.5H14V7.5c0-1 .5-2 2-2h1.5v-3S16.2 2.2 15 2.2c-2.6 0-4.3 1.6-4.3 4.4v2.9H7.5V13h3.2v8',
  telegram: 'm3.5 11.5 17-7-3 15.5-5.5-4-3 3-.500-5.5 7.5-6.5-9.5 6Z',
  whatsapp:
    'M4 20l1.2-4A8 8 0 1 1 8 18.9zM9 8.5c0 3.5 3 6.5 6.5 6.5l1-1.8-2.2-1.2-1 1c-1.2-.5-2.3-1.6-2.8-2.8l1-1L10.3 7z',
}

export type IconName = keyof typeof shapes

/** A decorative icon next to a text. In Arabic, arrows along the reading direction are mirrored (see base.css). */
export function Icon({ name }: { name: IconName }) {
  const turns = name === 'forward' || name === 'back' || name === 'outside'
  return (
    <svg className={turns ? 'icon icon-turns' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  )
}

/** The site's ornament in a square of 32 by 32 units. It has the shape of a wedge that a reed pressed into clay. */
export const wedge = 'M11.4 3.2Q16 4.6 20.6 3.2 17.8 6.2 17.5 10.4L16.5 22h-1L14.5 10.4Q14.2 6.2 11.4 3.2Z'

/** The institute's logo: three wedges whose tails meet in one node. */
export function Logo() {
  return (
    <svg className="mark" viewBox="0 0 32 32" aria-hidden="true">
      <path d={wedge} />
      <path d={wedge} transform="rotate(-36 16 26)" />
      <path d={wedge} transform="rotate(36 16 26)" />
      <circle cx="16" cy="26.6" r="3.6" />
    </svg>
  )
}

/** Rows of wedges, as on a clay tablet, for the dark bands. `id` names the SVG pattern and must be unique on the page. */
export function WedgeRows({ id }: { id: string }) {
  return (
    <svg className="wedge-rows" aria-hidden="true">
      <pattern id={id} width="96" height="64" patternUnits="userSpaceOnUse" patternTransform="scale(1.6)">
        <path d={wedge} transform="translate(2 2)" />
        <path d={wedge} transform="translate(30 2)" />
        <path d={wedge} transform="rotate(-90 45 5) translate(24 22)" />
        <path d={wedge} transform="translate(-4 36) rotate(-90 16 12)" />
        <path d={wedge} transform="translate(30 34) rotate(-45 16 12)" />
        <path d={wedge} transform="translate(62 34)" />
        <circle cx="50" cy="57" r="2.2" />
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  )
}
