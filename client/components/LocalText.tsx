import { locales } from '#contract/locales'
import type { LocalText as Value } from '../language/localize'
import { useSite } from './site-context'

const arabicLetter = /[\u0600-\u06ff]/
const latinLetter = /[A-Za-z]/

/**
 * A text of the API, isolated so that its direction can't reorder what stands around it. A text in the other language says so
 * by `lang` and `dir`.
 */
export function LocalText({ value }: { value: Value }) {
  const { dir } = useSite()
  if (value.locale) {
    return (
      <bdi lang={locales[value.locale].lang} dir={locales[value.locale].dir}>
        {value.text}
      </bdi>
    )
  }
  // Left to itself, bdi takes the direction of the first letter: "Python للمبتدئين" would read left to right.
  const isMixed = arabicLetter.test(value.text) && latinLetter.test(value.text)
  return isMixed ? <bdi dir={dir}>{value.text}</bdi> : <bdi>{value.text}</bdi>
}
