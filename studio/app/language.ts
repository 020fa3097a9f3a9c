import { createContext, use } from 'react'
import type { Locale } from '#contract/locales'
import { type Say, sayIn } from './messages'

export const LanguageContext = createContext<{ locale: Locale; say: Say }>({ locale: 'en', say: sayIn('en') })

export const useLanguage = () => use(LanguageContext)
