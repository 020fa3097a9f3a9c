import type { SiteSettings } from '#contract/entities'
import type { Locale } from '#contract/locales'
import { type LocalText, localize } from './localize'

/** A link of the institute to another site. */
export type NamedLink = { name: LocalText; href: string }

/** The groups of external links in the footer, in the order of the spec's labels (section 2). */
const footerGroups = ['books', 'newsletters', 'videos_and_courses', 'podcasts', 'other_resources'] as const

/** The institute's own facts in one language. */
export type Institute = ReturnType<typeof instituteOf>

/**
 * Reads the settings of the site in one language. The settings have passed their schema. A fact that they lack is `undefined` or an empty
 * list. `product` is a slug.
 */
export function instituteOf(settings: SiteSettings, locale: Locale, product: string) {
  const { email, phones = [], whatsapp, contact_form: contactForm, map, social = [], footer_links = [] } = settings
  const text = (field: string) => localize(settings, field, locale)
  const productName = text('product')?.text ?? nameOfSlug(product)
  const linkOf = (item: { link: string }): NamedLink => ({
    name: localize(item, 'name', locale) ?? { text: item.link },
    href: item.link,
  })
  const whatsappLink = whatsapp && `https://wa.me/${digitsOf(whatsapp)}`
  const socialLinks = social.map(linkOf)
  return {
    name: text('name')?.text ?? productName,
    /** The name of the product, as in "Ugarit news". */
    product: productName,
    street: text('street'),
    landmark: text('landmark'),
    city: text('city'),
    hours: withUnbrokenRanges(text('hours')),
    email,
    phones: phones.map((phone) => ({
      number: phone.number,
      href: `tel:+${digitsOf(phone.number)}`,
      purpose: localize(phone, 'purpose', locale),
    })),
    /** The address for messages by WhatsApp. */
    whatsapp: whatsappLink,
    whatsappNumber: whatsapp,
    contactForm,
    map,
    social: socialLinks,
    /** The social links without that of the WhatsApp number, which pages show with the phones. */
    networks: socialLinks.filter(({ href }) => href !== whatsappLink),
    /** The groups of external links that are not empty. */
    footerLinks: footerGroups
      .map((group) => ({ group, links: footer_links.filter((link) => link.group === group).map(linkOf) }))
      .filter(({ links }) => links.length > 0),
  }
}

/** Keeps both ends of a range, such as 10:00 – 19:00, on one line. */
function withUnbrokenRanges(value: LocalText | undefined): LocalText | undefined {
  return (
    value && {
      ...value,
      text: value.text
        .replace(/ ([-–—]|to|إلى|حتى) (?=\p{N})/gu, '\u00a0$1\u00a0')
        .replace(/[–—](?=\p{N})/gu, '$&\u2060'),
    }
  )
}

/**
 * The settings of a site whose fixtures have none, as a recording of an API. They name the product and give no contacts, because those
 * of another institute would be wrong.
 */
export function neutralSite(product: string): SiteSettings {
  return { en_name: nameOfSlug(product) }
}

/** A product's slug as a name: `my-school` is "My school". */
function nameOfSlug(product: string): string {
  return product.charAt(0).toUpperCase() + product.slice(1).replaceAll(/[-_]/g, ' ')
}

function digitsOf(phone: string): string {
  return phone.replaceAll(/\D/g, '')
}
