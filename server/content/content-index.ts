import { createAnswers } from '#contract/answers'
import type { HomeData, SiteSettings } from '#contract/entities'
import type { FixtureName } from '#contract/fixture-files'

/** The content of the fixtures at one load: checked, indexed, and never changed. */
export type Content = ReturnType<typeof indexContent> & {
  /** The institute's own facts, from `site.json`. */
  site: SiteSettings
  /** Increases with each reload. */
  version: number
  /** The time at which each file was last written. */
  changed: Readonly<Record<FixtureName, Date>>
}

/** Indexes the content by slug and id. `product` gives the name of the news flag (`newsFlag`). */
export function indexContent(home: HomeData, product: string) {
  const { answer, bySlug } = createAnswers(home, product)
  // The home data are a list with one element, as the API returns them.
  return { homeData: answer('homeData', undefined) as [HomeData], bySlug, answer }
}
