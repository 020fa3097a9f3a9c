import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { locales } from '#contract/locales'
import { createPaths } from '#contract/paths'
import { currentBuild } from '../../../scripts/site-build'
import { startApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'
import { readContent } from '../../support/shipped-content'
import { sitePages } from '../../support/site-pages'
import { requireProgram } from '../requirements'
import { htmlErrors } from './nu-html-checker'

/** Every failing slug that gives a page a different look (`server/api/scenarios/failing-slugs.ts`). */
const slugs = ['error-503', 'malformed', 'empty', 'no-image', 'arabic-only', 'english-only', 'minimal', 'long', 'mixed']

const states = Object.values(locales).flatMap(({ locale }) => {
  const { courses, course, courseCategory, blog, event } = createPaths({ locale, product: 'ugarit' })
  const items = [course, courseCategory, blog, event].flatMap((pathOf) => slugs.map(pathOf))
  return [...items, `${courses()}?q=zzzz`, `${courses()}?q=python&show=14`]
})

test('the Nu HTML checker finds no error in any page, any state or the template', async ({ skip }) => {
  requireProgram('Java', spawnSync('java', ['-version']).status === 0, skip)
  const generated = generateContent({ seed: 11, size: 12 })
  const shipped = await startApp({ distDir: currentBuild(), config: { scenarios: [] } })
  const other = await startApp({ distDir: currentBuild(), content: generated })
  const pathsOf = (content: typeof generated) => sitePages(content).map(({ path }) => path)
  const read = ({ request, url }: typeof shipped, paths: string[]) =>
    paths.map(async (path) => [url + path, (await request.get(path)).text] as const)
  const pages = await Promise.all([
    ...read(shipped, [...pathsOf(await readContent()), ...states]),
    ...read(other, pathsOf(generated)),
    ['index.html', await readFile(join(currentBuild(), 'client/index.html'), 'utf8')] as const,
  ])
  expect(await htmlErrors(pages)).toStrictEqual([])
})
