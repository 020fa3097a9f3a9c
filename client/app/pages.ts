import type { HeadOf } from '#content/head'
import type { PageName } from '#contract/pages'
import { aboutPages } from '../pages/about/page'
import { contactPages } from '../pages/contact/page'
import { detailPages } from '../pages/details/page'
import { homePages } from '../pages/home/page'
import { listPages } from '../pages/lists/page'

/** The definitions of all pages. Server and browser read the queries in their own ways (`server-loaders.ts`, `use-page.ts`). */
export const definitions = {
  ...homePages,
  ...listPages,
  ...detailPages,
  ...aboutPages,
  ...contactPages,
} satisfies Record<PageName, { module: object; head: HeadOf<never> }>

/** Loads the code of every page. `pause` runs before each, because loading all at once would block a slow phone. */
export async function loadPages(pause?: () => Promise<void>): Promise<void> {
  for (const { load } of new Set(Object.values(definitions).map(({ module }) => module))) {
    await pause?.()
    await load()
  }
}
