import { useTranslation } from './translation'

/** Says that the text, or with `isPart` something else on the page, is there in the other language only. */
export function LanguageNotice({ isPart = false }: { isPart?: boolean }) {
  const { t } = useTranslation()
  return <p className="language-notice">{t(isPart ? 'language.partlyOther' : 'language.onlyOther')}</p>
}
