import type { HomeData } from '#contract/schemas'

/** What the files beside the pages are made of. */
export type Publication = {
  home: HomeData
  /** The product's slug. */
  product: string
  /** What a path is appended to in absolute addresses; without a trailing slash. */
  origin: string
  /** When a list of the home data has last changed. */
  changed: (list: keyof HomeData) => Date
}
