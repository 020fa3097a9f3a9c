/** The site's one ornament, on a square of 32: a triangle with a tail, as a reed presses it into clay. */
export const wedge = 'M11.4 3.2Q16 4.6 20.6 3.2 17.8 6.2 17.5 10.4L16.5 22h-1L14.5 10.4Q14.2 6.2 11.4 3.2Z'

/** The institute's mark: three wedges whose tails meet in one node. The same drawing as `scripts/pictures/artworks.ts`. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path d={wedge} />
      <path d={wedge} transform="rotate(-36 16 26)" />
      <path d={wedge} transform="rotate(36 16 26)" />
      <circle cx="16" cy="26.6" r="3.6" />
    </svg>
  )
}

/** Wedges pressed in rows, as on a tablet: the ornament of the dark bands. `id` names the pattern and is unique on the page. */
export function WedgeRows({ id }: { id: string }) {
  return (
    <svg className="wedge-rows" aria-hidden="true" focusable="false">
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
