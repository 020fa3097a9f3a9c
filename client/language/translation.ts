import { createContext, useContext } from 'react'
import type { Translate } from './i18n'

/** The labels of the page's language; filled by Layout. */
export const TranslationContext = createContext<Translate | undefined>(undefined)

/**
 * The labels, as `react-i18next` would give them. Its hook also follows languages that change and words that load late; here
 * both are settled before anything renders, so one context does what cost 2 kB and six hooks for each component.
 */
export function useTranslation(): { t: Translate } {
  const t = useContext(TranslationContext)
  if (!t) throw new Error('useTranslation: no Layout above this component provides the labels')
  return { t }
}
