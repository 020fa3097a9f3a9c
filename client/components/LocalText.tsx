import { type ReactNode, useContext } from 'react'
import type { Mark, LocalText as Value } from '#content/localize'
import { locales } from '#contract/locales'
import { leftToRight, partsToIsolate, rightToLeft } from '#contract/markup/direction'
import { SiteContext } from './site-context'

/**
 * A text of the API, isolated so that its direction cannot reorder the text around it. A text in the other language has its own
 * `lang` and `dir`.
 */
export function LocalText({ value }: { value: Value }) {
  // The gallery of widgets has no site around it.
  const dir = useContext(SiteContext)?.dir
  const { text, marks } = value
  const other = value.locale && locales[value.locale]
  // Without `dir`, `bdi` takes the direction of the first letter, so "Python للمبتدئين" would read from left to right.
  const ownDir = rightToLeft.test(text) && leftToRight.test(text) ? dir : undefined
  return (
    // The key replaces the element with its marks, because a browser's translation replaces texts between elements.
    <bdi key={marks && `${text} ${marks}`} lang={other?.lang} dir={other?.dir ?? ownDir}>
      {marks ? markedParts(text, marks) : (other?.dir ?? dir) === 'rtl' ? isolatedParts(text) : text}
    </bdi>
  )
}

/** A paragraph with a text of the API. Renders nothing without a text. */
export function TextParagraph({ value, className }: { value: Value | undefined; className?: string }) {
  if (!value) return null
  return (
    <p className={className}>
      <LocalText value={value} />
    </p>
  )
}

function isolatedParts(text: string): ReactNode {
  const parts = partsToIsolate(text)
  // Most texts have no such part. A text alone needs no keys.
  if (parts.length === 1) return text
  return parts.map((part, position) =>
    position % 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not change
      <bdi dir="ltr" key={position}>
        {part}
      </bdi>
    ) : (
      part
    ),
  )
}

function markedParts(text: string, marks: Mark[]): ReactNode[] {
  const ends = [0, ...marks.map(([, end]) => end)]
  const parts = marks.flatMap(([start, end], index) => [
    text.slice(ends[index], start),
    <mark key={start}>{text.slice(start, end)}</mark>,
  ])
  return [...parts, text.slice(ends.at(-1))]
}
