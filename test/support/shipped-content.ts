import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { HomeData, SiteSettings } from '#contract/entities'
import site from '../../fixtures/site.json' with { type: 'json' }

const shipped = resolve(import.meta.dirname, '../../fixtures')

/** The settings of the shipped site. TypeScript infers texts where the settings have choices. */
export const shippedSite = site as SiteSettings

/** The content of a fixtures folder, read from its files. */
export async function readContent(fixturesDir = shipped): Promise<HomeData> {
  const keys = ['courses', 'courses_categories', 'goals', 'news', 'blogs', 'events', 'team'] as const
  const values = await Promise.all(
    keys.map(async (key) => [key, JSON.parse(await readFile(join(fixturesDir, `${key}.json`), 'utf8'))] as const),
  )
  return Object.fromEntries(values) as HomeData
}
