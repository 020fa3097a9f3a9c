import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { serve } from '../scripts/contract/run'
import { runShell } from '../scripts/run-script'
import { root, tempContent } from '../support/app'
import { emptyFolder, snapshot } from '../support/folders'

const docs = ['README.md', 'docs/commands.md', 'docs/testing.md']
  .map((name) => readFileSync(join(root, name), 'utf8'))
  .join('\n')

/** Returns a command if the README or docs contain it; fails if they no longer do. */
function fromDocs(command: string): string {
  expect(docs).toContain(command)
  return command
}

async function contentEnv() {
  const dirs = await tempContent()
  return { FIXTURES_DIR: dirs.fixturesDir, IMAGES_DIR: dirs.imagesDir }
}

describe('writers of content', () => {
  test.each([
    ['npm run fixtures', /The fixtures hold; texts missing: \d+ in English/],
    ['npm run fixtures -- --fix', /^fixed {2}[\s\S]*The fixtures hold/m],
    ['npm run fixtures -- new course "Title"', /Added course "title" at .*courses\.json:\d+/],
  ])('%s does what its row says', async (command, said) => {
    const { code, stdout } = await runShell(fromDocs(command), await contentEnv())
    expect([code, stdout]).toStrictEqual([0, expect.stringMatching(said)])
  })

  test('npm run fixtures finds nothing to repair or to translate in the shipped content', async () => {
    const { code, stdout } = await runShell('npm run --silent fixtures', {})
    expect([code, stdout]).toStrictEqual([0, 'The fixtures hold; texts missing: 0 in English, 0 in Arabic.\n'])
  })
})

describe('owners of the real API', () => {
  const exampleApi = 'https://api.example.org'

  test('npm run contract says whether an API keeps the contract', async () => {
    const { url } = await serve()
    const { code, stdout } = await runShell(fromDocs(`npm run contract -- ${exampleApi}`).replace(exampleApi, url), {})
    expect([code, stdout]).toStrictEqual([0, expect.stringContaining('11 passed, 0 drift, 0 unchecked')])
  })

  test('npm run record brings its content and pictures', async () => {
    const { url } = await serve()
    const out = await emptyFolder()
    // Records to a temporary folder; the row's own command would record into the project.
    const line = `${fromDocs(`npm run record -- ${exampleApi}`).replace(exampleApi, url)} --out ${out}`
    expect(await runShell(line, {})).toMatchObject({ code: 0 })
    expect((await readdir(out)).sort()).toStrictEqual(['fixtures', 'images'])
  })
})

test('npm run schemas changes nothing', async () => {
  const folder = join(root, 'fixtures/schemas')
  const before = await snapshot(folder)
  expect(await runShell(fromDocs('npm run schemas'), {})).toMatchObject({ code: 0 })
  expect(await snapshot(folder)).toStrictEqual(before)
})

test('the contact sheet pictures a page in both languages, three widths and two schemes', async () => {
  const line = fromDocs('npx playwright test --project "contact sheet *" --reporter html')
  // A separate folder, because a run removes the report of a concurrent one.
  const out = await emptyFolder()
  const env = { PLAYWRIGHT_HTML_OUTPUT_DIR: join(out, 'report'), PLAYWRIGHT_HTML_OPEN: 'never' }
  const { code, stdout } = await runShell(`${line} --output ${join(out, 'results')} -g "our mission"`, env)
  expect([code, stdout]).toStrictEqual([0, expect.stringContaining('2 passed')])
  const pictures = (await readdir(join(out, 'report/data'))).filter((name) => /\.jpe?g$/.test(name))
  expect(pictures).toHaveLength(12)
})

test('npm run docs makes one static site of docs, API reference and gallery', async () => {
  const { code } = await runShell(fromDocs('npm run docs'), {})
  expect(code).toBe(0)
  const pages = await Promise.all(
    ['index', 'configuration', 'reference/index', 'gallery/index'].map((page) =>
      readFile(join(root, `dist/docs/${page}.html`), 'utf8'),
    ),
  )
  expect(pages.map((page) => /<title>(.*?)<\/title>/.exec(page)?.[1])).toEqual([
    'Documentation | Ugarit AI Institute',
    'Configuration | Ugarit AI Institute',
    'API: Content of the institute',
    'Widgets',
  ])
})
