import { shareImageFacts } from '#content/head'
import { listQuery } from '#content/lists'
import type { DetailPageData } from '#content/page-data'
import { indexAhead } from '#content/search-index'
import { isObject } from '#contract/json'
import { locales } from '#contract/locales'
import { jsonScript } from '#contract/markup/json-script'
import type { QueryKey } from '#contract/operations'
import { isItem, listNames } from '#contract/pages'
import * as client from '../../client/app/server'
import { homeQuery } from '../../client/data/queries'
import { isFile, type Publication, partsOf } from '../publish/publication'
import { publish } from '../publish/publish'
import { structuredData } from '../publish/structured-data'
import { createSanitizer } from './sanitize'

export { type AgedAnswer, ApiError, createApi, loadPages } from '../../client/app/server'

export type RenderOptions = Omit<client.RenderOptions, 'sanitize'> & {
  /** The time of each list's last change, if known. */
  changed?: Publication['changed'] | undefined
  /** Called with the reason if a part of the page or file, such as a body, is left out. */
  onLeftOut: (error: unknown) => void
}

/**
 * Indexes the lists of all list pages before their first search. `answer` gives an operation's data; `pause` is called often and lets
 * requests run.
 */
export async function indexLists(
  answer: (...query: QueryKey) => unknown,
  product: string,
  pause: () => Promise<unknown>,
): Promise<void> {
  for (const name of listNames) {
    const data = answer(...listQuery(name, product))
    const list = isObject(data) ? data.courses : data
    for (const { locale } of Object.values(locales)) if (Array.isArray(list)) await indexAhead(list, locale, pause)
  }
}

/** A rendered page, a redirect, or a published file: a site map, feed or calendar. */
export type Rendered = client.Rendered | { status: number; type: string; text: string }

/**
 * Renders the page or publishes the file at `url`, which is below the site's base. This module is the entry of a bundle of its own,
 * `render.js`, which `route.ts` imports after the server listens.
 */
export async function render(url: string, { changed, onLeftOut, ...options }: RenderOptions): Promise<Rendered> {
  const { ask, settings } = options
  if (isFile.test(url)) {
    const [home] = (await ask(homeQuery)).data
    const file = home && (await publish(url, { ...settings, home, changed, onLeftOut }))
    return file ? { status: 200, ...file } : { status: 404, type: 'text/plain', text: 'There is no such file.' }
  }
  const sanitize = createSanitizer(settings.imageBase, onLeftOut)
  const rendered = await client.render(url, { ...options, sanitize })
  if ('location' in rendered || !rendered.page) return rendered
  const { page, shareImage } = rendered
  const facts = isItem(page.name) && shareImageFacts(page.view as DetailPageData, rendered.locale)
  const jsonLdOf = (page: client.SitePage) => jsonScript('type="application/ld+json"', structuredData(page, settings))
  return {
    ...rendered,
    data: [rendered.data, ...partsOf([page], jsonLdOf, onLeftOut)].join(''),
    shareImage: shareImage && { ...shareImage, ...facts },
  }
}
