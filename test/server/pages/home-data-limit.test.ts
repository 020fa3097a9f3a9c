import { expect, test } from 'vitest'
import { currentBuild } from '../../../scripts/site-build'
import type { Config } from '../../../server/config'
import { startApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'
import { answersOf, siteOver } from '../api/other-api'

const distDir = currentBuild()
const content = generateContent({ seed: 51, size: 4 })
const size = JSON.stringify({ data: [content] }).length

const own = (config: Partial<Config>) => startApp({ content, distDir, config })
const upstream = (config: Partial<Config>) => siteOver(answersOf(content), { distDir, config }, 'upstream')
const otherApi = (config: Partial<Config>) => siteOver(answersOf(content), { distDir, config })

test.each([
  ['its own content', 'at the limit', own, { homeDataLimit: size * 2 }, false],
  ['its own content', 'over the limit', own, { homeDataLimit: 1_000 }, true],
  ['its own content', 'without a limit', own, { homeDataLimit: Number.POSITIVE_INFINITY }, false],
  ['an upstream', 'over the limit', upstream, { homeDataLimit: 1_000 }, true],
  ['an upstream', 'below the limit', upstream, { homeDataLimit: size * 2 }, false],
  // Only the API knows what its browsers can ask for.
  ['another API for browsers', 'over the limit', otherApi, { homeDataLimit: 1_000 }, false],
])('on a site of %s %s browsers read pages, or not', async (_, __, start, config, isReading) => {
  const { request } = await start(config)
  for (const path of ['/', '/ar/courses', '/contact-us', '/shell.html'])
    expect((await request.get(path)).text.includes('<meta name="readsPages" content="yes">'), path).toBe(isReading)
})
