import { createAnswers } from '#contract/answers'
import type { HomeData, SiteSettings, SlugKind } from '#contract/entities'
import { slugKinds } from '#contract/fields'
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
  return {
    /** The home data in a list with one element, as the API returns it. */
    homeData: answer('homeData', undefined) as [HomeData],
    bySlug: Object.fromEntries(slugKinds.map((kind) => [kind, bySlug(kind)])) as Record<
      SlugKind,
      ReturnType<typeof bySlug>
    >,
    answer,
  }
}
