import 'i18next'
import type en from './messages/en.json'

declare module 'i18next' {
  /** Allows `product.SLUG` for any slug, because products are configured by their slugs. */
  interface CustomTypeOptions {
    resources: { translation: Omit<typeof en, 'product'> & { product: Record<string, string> } }
  }
}
