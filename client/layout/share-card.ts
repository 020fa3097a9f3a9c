import type { Locale } from '#contract/locales'

/** The kinds of pages. Each has its own drawing on its cards. */
export type Section = 'home' | 'courses' | 'news' | 'blogs' | 'events' | 'about' | 'contact'

/** The text on a page's share card, the picture of a shared link. */
export type ShareCard = { title: string; kind?: string | undefined; section: Section }

/** Everything that drawing a card needs. */
export type WholeCard = ShareCard & { locale: Locale; institute: string }

/** The size of a card in pixels. */
export const cardSize = { width: 1200, height: 630 }
