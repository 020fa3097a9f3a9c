import type { Locale } from '#contract/locales'
import { useTranslation } from './translation'

/** Says that the text, or with `isPart` something else on the page, is there in the other language only. */
export function LanguageNotice({ locale, isPart = false }: { locale: Locale; isPart?: boolean }) {
  const { t } = useTranslation()
  const name = locale === 'ar' ? 'Ar' : 'En'
  return <p className="language-notice">{t(isPart ? `language.partly${name}` : `language.only${name}`)}</p>
}
