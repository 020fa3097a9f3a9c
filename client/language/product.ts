import type { Translate } from './i18n'

/** The product's display name in the language of `t`: from the labels where they know it, else the slug with a capital. */
export function productName(product: string, t: Translate): string {
  return t(`product.${product}`, {
    defaultValue: product.charAt(0).toUpperCase() + product.slice(1).replaceAll(/[-_]/g, ' '),
  })
}
