import { useTranslation } from '../language/translation'

/** Says that words of the content are there in the other language only. */
export function LanguageNotice() {
  const { t } = useTranslation()
  return <p className="language-notice">{t('language.onlyOther')}</p>
}
