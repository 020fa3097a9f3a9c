import { cp, lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder, snapshot } from '../support/folders'
import { elementsOf, elementText } from '../support/html'
import { shippedSite } from '../support/shipped-content'
import { run } from './run-command'

/** Reads the meta tags of the client's settings. */
async function settingsIn(folder: string): Promise<Record<string, string>> {
  const html = await readFile(join(folder, 'index.html'), 'utf8')
  const tags = html.matchAll(/<meta name="(baseUrl|imageBase|imageHosts|product|reports)" content="([^"]*)"/g)
  return Object.fromEntries(Array.from(tags, ([, name, content]) => [name, content]))
}

test('the client is written as plain files with its settings, and a copy of the folder is the same', async () => {
  const folder = await emptyFolder()
  const [out, copy] = [join(folder, 'site'), join(folder, 'copy')]
  const args = ['--out', out, '--base-url', 'https://api.example.org/v1/', '--image-base', 'https://cdn.example.org/up']
  const env = { PRODUCT: 'palmyra', IMAGE_HOSTS: 'https://a.example, https://b.example' }
  const stdout = expect.stringMatching(/^Wrote the client into .*\n.* every address without a file with index\.html/)
  expect(await run('build', args, env)).toMatchObject({ code: 0, stdout, stderr: '' })
  await cp(out, copy, { recursive: true })
  const files = await snapshot(copy)
  expect(files).toEqual(await snapshot(out))
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(['.ugarit-build', 'index.html', 'sw.js', 'manifest.ar.webmanifest', 'icons/icon-192.png']),
  )
  expect([...files.keys()].filter((name) => /\.(?:br|gz)$|^\.vite/.test(name))).toEqual([])
  // A static host has the settings of the site in its files.
  const page = String(files.get('index.html'))
  const settings = elementsOf(page).find(({ attributes }) => attributes.id === 'site')?.text ?? ''
  expect(shippedSite).toMatchObject(JSON.parse(settings) as object)
  expect(elementText(page, 'title')).toBe(shippedSite.en_name)
  const manifest: unknown = JSON.parse(String(files.get('manifest.ar.webmanifest')))
  expect(manifest).toMatchObject({ name: shippedSite.ar_name, short_name: shippedSite.ar_short_name })
  for (const name of await readdir(out, { recursive: true }))
    expect((await lstat(join(out, name))).isSymbolicLink(), name).toBe(false)
  expect(await settingsIn(copy)).toEqual({
    baseUrl: 'https://api.example.org/v1',
    imageBase: 'https://cdn.example.org/up/',
    imageHosts: 'https://a.example https://b.example',
    product: 'palmyra',
    reports: '',
  })
  expect(await readdir(folder)).toEqual(['copy', 'site'])
})

test('an earlier build is replaced, behind a link too, and its worker differs so that browsers read the new settings', async () => {
  const folder = await emptyFolder()
  const [out, link] = [join(folder, 'site'), join(folder, 'link')]
  await mkdir(out)
  await symlink(out, link)
  const built = async (...args: string[]) => {
    expect(await run('build', ['--out', link, ...args], {})).toMatchObject({ code: 0 })
    return { settings: await settingsIn(out), worker: await readFile(join(out, 'sw.js'), 'utf8') }
  }
  const first = await built('--base-url', 'https://api.example.org')
  expect(first.settings).toMatchObject({ imageBase: 'https://api.example.org/images/', product: 'ugarit' })
  const second = await built('--image-base', '/up/')
  expect(second.settings).toMatchObject({ baseUrl: '', imageBase: '/up/' })
  expect(second.worker).not.toBe(first.worker)
  expect((await lstat(link)).isSymbolicLink()).toBe(true)
})

test.each([
  ['files of others', { 'letter.txt': 'mine' }, 'letter.txt'],
  ['a build with a foreign file in it', { '.ugarit-build': 'index.html\n', 'index.html': '', CNAME: 'a' }, 'CNAME'],
  ['an export', { '.ugarit-export': 'index.html\n', 'index.html': '' }, '.ugarit-export, index.html'],
])('a folder with %s is left unchanged, and nothing is built', async (_, files, foreign) => {
  const out = await emptyFolder()
  for (const [name, text] of Object.entries(files)) await writeFile(join(out, name), text)
  const before = await snapshot(out)
  const stderr = expect.stringContaining(`are of no build, so it is not replaced: ${foreign}`)
  expect(await run('build', ['--out', out])).toMatchObject({ code: 64, stdout: '', stderr })
  expect(await snapshot(out)).toEqual(before)
})

test.each<[args: string[], code: number, said: string, env?: Record<string, string>]>([
  [['--base-url', 'https://api.example.org'], 64, '--out DIR is missing'],
  [['--out', ''], 64, '--out DIR is missing'],
  [['--out', 'site', '--base-url', 'api.example.org'], 64, 'did you mean "http://api.example.org"?'],
  [['--out', 'site', '--base-url', 'ftp://api.example.org'], 64, '--base-url must be an http(s) address'],
  [['--out', 'site', '--base-url', 'https://me:secret@api.example.org'], 64, '--base-url must not hold credentials'],
  [['--out', 'site', '--image-base', '//cdn.example.org'], 64, '--image-base must be an http(s) address'],
  [['--out', 'site', '--base', 'https://api.example.org'], 64, 'did you mean --base-url?'],
  [['--out', 'site', 'more'], 64, 'more'],
  [['--out', 'site'], 1, 'PRODUCT: expected a slug', { PRODUCT: 'No Slug' }],
])('npm run build refuses %j', async (args, code, said, env = {}) => {
  const folder = await emptyFolder()
  const inFolder = args.map((arg) => (arg === 'site' ? join(folder, arg) : arg))
  expect(await run('build', inFolder, env)).toMatchObject({ code, stderr: expect.stringContaining(said) })
  expect(await readdir(folder)).toEqual([])
})
