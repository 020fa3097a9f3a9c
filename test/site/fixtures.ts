import { test as base } from '@playwright/test'
import type { Locale } from '#contract/locales'
import { firstOf } from '../support/site-pages'
import { type Language, languages, listen } from './page'

export { expect } from '@playwright/test'

/** Options that a project of `playwright.config.ts` sets. */
export type Options = { siteLocale: Locale }

type Fixtures = {
  /** The project's language. */
  language: Language
  /** The browser's errors and warnings so far on `page`. */
  complaints: string[]
}

export const test = base.extend<Options & Fixtures>({
  siteLocale: ['en', { option: true }],
  language: async ({ siteLocale }, use) => use(firstOf(languages, ({ locale }) => locale === siteLocale)),
  complaints: [async ({ page }, use) => use(await listen(page)), { auto: true }],
})
