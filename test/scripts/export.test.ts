import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fileOf } from '../../publish/static-site'
import { exportCommand } from '../../scripts/export/command'
import { emptyFolder } from '../support/folders'

describe('refused exports', () => {
  let said = ''
  const write = (text: string) => {
    said += text
  }
  const output = { stdout: { write }, stderr: { write } }

  test('a folder with files that is not an export is left unchanged', async () => {
    const out = await emptyFolder()
    await writeFile(join(out, 'letter.txt'), 'mine')
    expect(await exportCommand(['--out', out], output)).toBe(64)
    expect(said).toContain('so it is not replaced: letter.txt')
    expect(await readFile(join(out, 'letter.txt'), 'utf8')).toBe('mine')
  })

  test('an export with foreign files in it is left unchanged', async () => {
    const out = await emptyFolder()
    await writeFile(join(out, '.ugarit-export'), 'index.html\n')
    await writeFile(join(out, 'index.html'), '')
    await writeFile(join(out, 'CNAME'), 'www.example.org')
    said = ''
    expect(await exportCommand(['--out', out], output)).toBe(64)
    expect(said).toContain('so it is not replaced: CNAME')
    expect(await readFile(join(out, 'CNAME'), 'utf8')).toBe('www.example.org')
  })

  test('each fault of the content is reported on one line, before anything is built', async () => {
    const [fixtures, folder] = [await emptyFolder(), await emptyFolder()]
    said = ''
    const env = { ...process.env, FIXTURES_DIR: fixtures }
    expect(await exportCommand(['--out', join(folder, 'site')], output, env)).toBe(1)
    expect(said).toContain('courses.json')
    expect(await readdir(folder)).toEqual([])
  })

  test.each([
    [[], '--out DIR is missing'],
    [['--out', 'x', '--base', 'demo'], '--base takes a path'],
    [['--out', 'x', '--base', '/a/../b/'], '--base takes a path'],
    [['--out', 'x', '--public-url', 'https://a.example/demo'], '--public-url takes an origin'],
    [['--out', 'package.json'], "--out can't be written"],
  ])('%j is wrong usage', async (args, message) => {
    said = ''
    expect(await exportCommand(args, output)).toBe(64)
    expect(said).toContain(message)
  })
})

test.each([
  ['/', ''],
  ['/ar', 'ar'],
  ['/courses/c%23', 'courses/c#'],
  ['/courses/..', undefined],
  ['/courses/index.html', undefined],
  ['/courses/a%2Fb', undefined],
  ['/courses/a%5Cb', undefined],
  [`/courses/${'x'.repeat(300)}`, undefined],
])('the file for %s is %s', (path, file) => {
  expect(fileOf(path)).toBe(file)
})
