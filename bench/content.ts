import type { HomeData } from '#contract/schemas'
import { type Server, startServer } from '../test/site/start-site'
import { generateContent, makeContent } from '../test/support/generated-content'
import { readContent } from '../test/support/shipped-content'

const { GENERATED: itemsPerList } = process.env

/** The content to measure: the shipped content, or generated content with about `GENERATED` items in each list. */
export const content = itemsPerList
  ? withPlainSlugs(generateContent({ size: Number(itemsPerList) }))
  : await readContent()

/** Starts the site with `content`, without its log. */
export async function startMeasuredSite(): Promise<Server> {
  const silent = { LOG_LEVEL: 'silent' }
  if (!itemsPerList) return startServer(silent)
  const { dirs, remove } = await makeContent(content)
  const site = await startServer({ ...silent, FIXTURES_DIR: dirs.fixturesDir, IMAGES_DIR: dirs.imagesDir })
  const stop = async () => {
    await site.stop()
    await remove()
  }
  return { ...site, stop }
}

/** Gives all items plain slugs, because the peers do not encode addresses. */
function withPlainSlugs(generated: HomeData): HomeData {
  const lists = (['courses', 'news', 'blogs', 'events'] as const).map((key) => {
    return [key, generated[key].map((item, index) => ({ ...item, slug: `${key}-${index}` }))]
  })
  return { ...generated, ...Object.fromEntries(lists) }
}
