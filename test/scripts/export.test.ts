import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileOf } from '../../scripts/export/static-site'
import { emptyFolder, snapshot } from '../support/folders'
import { run } from './run-command'

test.each([
  ['a folder with files that is not an export', { 'letter.txt': 'mine' }, 'letter.txt'],
  ['an export with foreign files in it', { '.ugarit-export': 'index.html\n', 'index.html': '', CNAME: 'a' }, 'CNAME'],
])('%s is left unchanged', async (_, files, foreign) => {
  const out = await emptyFolder()
  for (const [name, text] of Object.entries(files)) await writeFile(join(out, name), text)
  const before = await snapshot(out)
  const stderr = expect.stringContaining(`so it is not replaced: ${foreign}`)
  expect(await run('export', ['--out', out])).toMatchObject({ code: 64, stderr })
  expect(await snapshot(out)).toEqual(before)
})

test('each violation of the content is reported on one line, before anything is built', async () => {
  const [fixtures, folder] = [await emptyFolder(), await emptyFolder()]
  const env = { ...process.env, FIXTURES_DIR: fixtures }
  const stderr = expect.stringContaining('courses.json')
  expect(await run('export', ['--out', join(folder, 'site')], env)).toMatchObject({ code: 1, stderr })
  expect(await readdir(folder)).toEqual([])
})

test.each([
  ['/', ''],
  ['/courses/c%23', 'courses/c#'],
  ['/courses/..', undefined],
  ['/courses/index.html', undefined],
  ['/courses/a%2Fb', undefined],
  ['/courses/a%5Cb', undefined],
  [`/courses/${'x'.repeat(300)}`, undefined],
])('the file for %s is %s', (path, file) => {
  expect(fileOf(path)).toBe(file)
})
