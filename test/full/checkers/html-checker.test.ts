import { execFile, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import { locales } from '#contract/locales'
import { createPaths } from '#contract/paths'
import { currentBuild } from '../../../scripts/builds'
import { startApp } from '../../support/app'
import { emptyFolder } from '../../support/folders'
import { generateContent } from '../../support/generated-content'
import { readContent } from '../../support/shipped-content'
import { sitePages } from '../../support/site-pages'
import { requireProgram } from '../requirements'

const require = createRequire(import.meta.url)

/** The package exports only the path of its jar, without types. */
const vnu: string = require('vnu-jar')

type Remark = { type: string; url?: string; lastLine?: number; message: string; extract?: string }

const hasJava = spawnSync('java', ['-version']).status === 0

/** Every failing slug that gives a page a different look (`server/api/scenarios/failing-slugs.ts`). */
const slugs = ['error-503', 'malformed', 'empty', 'no-image', 'arabic-only', 'english-only', 'minimal', 'long', 'mixed']

describe('the Nu HTML checker', () => {
  beforeEach(({ skip }) => requireProgram('Java', hasJava, skip))

  test.each([
    ['shipped', undefined],
    ['generated', generateContent({ seed: 11, size: 12 })],
  ] as const)('finds no error in any page of the %s content', async (_, generated) => {
    const { request } = await startApp({ distDir: currentBuild(), ...(generated && { content: generated }) })
    const urls = sitePages(generated ?? (await readContent())).map(({ path }) => path)
    const pages = urls.map(async (url) => [url, (await request.get(url)).text] as const)
    expect(await errorsIn(await Promise.all(pages))).toStrictEqual([])
  })

  test('finds no error in any state, nor in the bare template', async () => {
    const { request } = await startApp({ distDir: currentBuild(), config: { scenarios: [] } })
    const urls = Object.values(locales).flatMap(({ locale }) => {
      const paths = createPaths({ locale, product: 'ugarit' })
      return [
        ...slugs.flatMap((slug) => [
          paths.course(slug),
          paths.courseCategory(slug),
          paths.blog(slug),
          paths.event(slug),
        ]),
        `${paths.courses()}?q=zzzz`,
        `${paths.courses()}?q=python&show=14`,
      ]
    })
    const pages = urls.map(async (url) => [url, (await request.get(url)).text] as const)
    const template = await readFile(join(currentBuild(), 'client/index.html'), 'utf8')
    expect(await errorsIn([...(await Promise.all(pages)), ['index.html', template]])).toStrictEqual([])
  })
})

/** The errors in pages, given as address and HTML. */
async function errorsIn(pages: (readonly [url: string, html: string])[]): Promise<string[]> {
  const folder = await emptyFolder()
  await Promise.all(pages.map(([, html], index) => writeFile(join(folder, `${index}.html`), html)))
  return (await check(folder)).map(({ url = '', lastLine, message, extract }) => {
    const page = pages[Number(/(\d+)\.html$/.exec(url)?.[1])]?.[0]
    return `${page}:${lastLine} ${message} ${extract?.slice(0, 120)}`
  })
}

/** CSS that every supported browser understands in a style element and the checker does not know. */
const newerCss =
  'CSS: (?:Unrecognized at-rule .@(?:layer|container).|.size-adjust.: Property .size-adjust. doesn.t exist\\.)'

async function check(folder: string): Promise<Remark[]> {
  const options = ['--errors-only', '--format', 'json', '--filterpattern', newerCss, '--exit-zero-always']
  // It reports to stderr.
  const { stderr } = await promisify(execFile)('java', ['-jar', vnu, ...options, folder], { maxBuffer: 2 ** 26 })
  return (JSON.parse(stderr) as { messages: Remark[] }).messages
}
