import type { Locale } from '#contract/locales'

/** The few words that must be there when the labels themselves could not be loaded. */
export const bareWords: Record<Locale, { loading: string; failed: string; tryAgain: string; goHome: string }> = {
  en: {
    loading: 'Loading…',
    failed: 'This page could not be loaded',
    tryAgain: 'Try again',
    goHome: 'Go to the home page',
  },
  ar: {
    loading: 'جارٍ التحميل…',
    failed: 'تعذّر تحميل هذه الصفحة',
    tryAgain: 'حاول مجددًا',
    goHome: 'إلى الصفحة الرئيسية',
  },
}
