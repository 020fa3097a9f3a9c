import type { ReactNode } from 'react'
import { locales } from '#contract/locales'
import type { Mark, LocalText as Value } from '../language/localize'
import { useSite } from './site-context'

const arabicLetter = /[\u0600-\u06ff]/
const latinLetter = /[A-Za-z]/

/**
 * A text of the API, isolated so that its direction cannot reorder the text around it. A text in the other language has its own
 * `lang` and `dir`.
 */
export function LocalText({ value }: { value: Value }) {
  const { dir } = useSite()
  const content = value.marks ? markedParts(value.text, value.marks) : value.text
  if (value.locale) {
    return (
      <bdi lang={locales[value.locale].lang} dir={locales[value.locale].dir}>
        {content}
      </bdi>
    )
  }
  // Without `dir`, bdi takes the direction of the first letter: "Python للمبتدئين" would read left to right.
  const isMixed = arabicLetter.test(value.text) && latinLetter.test(value.text)
  return isMixed ? <bdi dir={dir}>{content}</bdi> : <bdi>{content}</bdi>
}

function markedParts(text: string, marks: Mark[]): ReactNode[] {
  const ends = [0, ...marks.map(([, end]) => end)]
  const parts = marks.flatMap(([start, end], index) => [
    text.slice(ends[index], start),
    <mark key={start}>{text.slice(start, end)}</mark>,
  ])
  return [...parts, text.slice(ends.at(-1))]
}
