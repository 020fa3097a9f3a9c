import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serve } from '../contract-check/run'
import { runShell } from '../scripts/run-script'
import { root, tempContent } from '../support/app'
import { emptyFolder, snapshot } from '../support/folders'

const docs = ['README.md', 'docs/testing.md'].map((name) => readFileSync(join(root, name), 'utf8')).join('\n')

/** Returns a command. Fails if the README and docs no longer contain it. */
function fromDocs(command: string): string {
  expect(docs).toContain(command)
  return command
}

test.each<[command: string, said: RegExp, more?: string]>([
  ['npm run fixtures', /The fixtures hold; texts missing: \d+ in English/],
  ['npm run fixtures -- --fix', /^fixed {2}[\s\S]*The fixtures hold/m],
  ['npm run fixtures -- new course "Title"', /Added course "title" at .*courses\.json:\d+/],
  ['npm run contract -- https://api.example.org', /\d+ passed, 0 drift, 0 unchecked/],
  // Records into a temporary folder, because the command of the README would record into the project.
  ['npm run record -- https://api.example.org', /^Recorded /m, ' --out OUT'],
])('%s does what its row says', async (command, said, more = '') => {
  const [{ url }, { fixturesDir, imagesDir }, out] = [await serve(), await tempContent(), await emptyFolder()]
  const line = (fromDocs(command) + more).replace('https://api.example.org', url).replace('OUT', out)
  const { code, stdout } = await runShell(line, { FIXTURES_DIR: fixturesDir, IMAGES_DIR: imagesDir })
  expect([code, stdout]).toStrictEqual([0, expect.stringMatching(said)])
  expect((await readdir(out)).sort()).toStrictEqual(more ? ['fixtures', 'images'] : [])
})

test('npm run fixtures finds nothing to repair or to translate in the shipped content, and npm run schemas changes nothing', async () => {
  const before = await snapshot(join(root, 'fixtures'))
  const stdout = 'The fixtures hold; texts missing: 0 in English, 0 in Arabic.\n'
  expect(await runShell('npm run --silent fixtures', {})).toMatchObject({ code: 0, stdout })
  expect(await runShell(fromDocs('npm run schemas'), {})).toMatchObject({ code: 0 })
  expect(await snapshot(join(root, 'fixtures'))).toStrictEqual(before)
})

test('the contact sheet pictures a page in both languages, three widths and two schemes', async () => {
  const line = fromDocs('npx playwright test -c test --project "contact sheet *" --reporter html')
  // Uses a separate folder, because a run removes the report of a concurrent run.
  const out = await emptyFolder()
  const env = { PLAYWRIGHT_HTML_OUTPUT_DIR: join(out, 'report'), PLAYWRIGHT_HTML_OPEN: 'never' }
  const { code, stdout } = await runShell(`${line} --output ${join(out, 'results')} -g "ourMission"`, env)
  expect([code, stdout]).toStrictEqual([0, expect.stringContaining('2 passed')])
  const pictures = (await readdir(join(out, 'report/data'))).filter((name) => /\.jpe?g$/.test(name))
  expect(pictures).toHaveLength(12)
})

test('npm run fonts makes the committed files', async () => {
  const files = () =>
    Promise.all(['client/styles/fonts', 'server/publish/share-image-fonts'].map((name) => snapshot(join(root, name))))
  const before = await files()
  expect(await runShell(fromDocs('npm run fonts'), {})).toMatchObject({ code: 0 })
  expect(await files()).toStrictEqual(before)
})
