import { execFile, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { locales } from '#contract/locales'
import { createPaths } from '#contract/paths'
import { currentBuild } from '../../../scripts/site-build'
import { startApp } from '../../support/app'
import { emptyFolder } from '../../support/folders'
import { generateContent } from '../../support/generated-content'
import { readContent } from '../../support/shipped-content'
import { sitePages } from '../../support/site-pages'
import { requireProgram } from '../requirements'

const require = createRequire(import.meta.url)

/** The package exports only the path of its jar, without types. */
const vnu: string = require('vnu-jar')

type Remark = { url?: string; lastLine?: number; message: string; extract?: string }

/** Matches errors about CSS in style elements that all supported browsers understand, but the checker does not know. */
const newerCss =
  'CSS: (?:Unrecognized at-rule .@(?:layer|container).|.size-adjust.: Property .size-adjust. doesn.t exist\\.)'

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
  const folder = await emptyFolder()
  await Promise.all(pages.map(([, html], index) => writeFile(join(folder, `${index}.html`), html)))
  const options = ['--errors-only', '--format', 'json', '--filterpattern', newerCss, '--exit-zero-always']
  // The checker reports to stderr.
  const { stderr } = await promisify(execFile)('java', ['-jar', vnu, ...options, folder], { maxBuffer: 2 ** 26 })
  const { messages } = JSON.parse(stderr) as { messages: Remark[] }
  const errors = messages.map(({ url = '', lastLine, message, extract }) => {
    const page = pages[Number(/(\d+)\.html$/.exec(url)?.[1])]?.[0]
    return `${page}:${lastLine} ${message} ${extract?.slice(0, 120)}`
  })
  expect(errors).toStrictEqual([])
})
