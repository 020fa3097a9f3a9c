import { Picture } from '../../components/Picture'

/** The pictures that this repository draws leave a badge for initials in their middle; a photograph has a face there. */
const isTile = /^team-.*\.(?:webp|png)$/

/** A member's picture. The name stands beside it as text, so picture and initials are decoration. */
export function Portrait({ name, image, sizes }: { name: string; image: string | undefined; sizes: string }) {
  return (
    <span className="portrait">
      <Picture name={image} sizes={sizes} widest={640} shape="square" />
      {(!image || isTile.test(image)) && (
        <span className="portrait-initials" aria-hidden="true">
          {initialsOf(name)}
        </span>
      )}
    </span>
  )
}

/** The first letters of the first two words, kept apart where they would join (Arabic). Titles ("د.") and articles ("الـ", "Al-") are no initials. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word && !word.endsWith('.'))
  const letters = words.slice(0, 2).map((word) => [...word.replace(/^(?:ال|al-)(?=..)/i, '')][0] ?? '')
  return letters.join(/[\u0600-\u06ff]/.test(letters.join('')) ? '\u200c ' : '')
}
