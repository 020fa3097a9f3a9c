import 'i18next'
import type en from './messages/en.json'

declare module 'i18next' {
  /** Products are configured by their slugs, so any may be asked for by `product.SLUG`. */
  interface CustomTypeOptions {
    resources: { translation: Omit<typeof en, 'product'> & { product: Record<string, string> } }
  }
}
