import type { Locale } from '#contract/locales'
import { base } from '#contract/paths'

/** The kinds of pages, each of which has its own art on its cards. */
export type Section = 'home' | 'courses' | 'news' | 'blogs' | 'events' | 'about' | 'contact'

/** What the card of a page says: the picture that a shared link shows. */
export type ShareCard = { title: string; kind?: string | undefined; section: Section }

/** A card with all that it takes to draw it. */
export type WholeCard = ShareCard & { locale: Locale; institute: string }

/** The size of a card in pixels. */
export const cardSize = { width: 1200, height: 630 }

/** The path of the card of the page at `page`. */
export function cardPath(page: string): string {
  return `${base}cards/${page.slice(base.length) || 'index'}.jpg`
}

/** The path of the page that a card's address names; `undefined` for an address that is no card's. */
export function pageOfCard(url: string): string | undefined {
  return /^\/cards(\/[^?]+)\.jpg(?:\?|$)/.exec(url)?.[1]?.replace(/^\/index$/, '/')
}
