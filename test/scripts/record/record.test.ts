import { lstat, mkdir, readdir, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { replaceFolder, stageFixtures } from '../../../scripts/record/stage'
import {
  firstOf,
  type Hooks,
  type Item,
  inFirst,
  inPicture,
  sendJson,
  turned,
} from '../../contract-check/drifting-server'
import { startApp } from '../../support/app'
import { emptyFolder, snapshot } from '../../support/folders'
import { generateContent, pictureOf, writeContent } from '../../support/generated-content'
import { legacyContent } from '../../support/legacy-content'
import { run } from '../run-command'
import { recordingOf, servedContent } from './recording'

const gif = await pictureOf('a.gif')
const cutPicture = (await pictureOf('x.webp')).subarray(0, 40)

describe('a recording', () => {
  it('is content that the server serves, the same bytes a second time, with unknown fields kept', async () => {
    let isTurned = false
    const { site, out, record, fixture } = await recordingOf({
      ...inFirst('events', { seats: { left: 3, all: [1, null] } }),
      answer: ({ route, data }) => {
        const more = route === 'get-blog' && data ? { ...(data as Item), views: 7 } : data
        return isTurned ? turned(more) : more
      },
    })
    expect(await record()).toMatchObject({ code: 0 })
    expect((await readdir(out)).sort()).toEqual(['fixtures', 'images'])
    const before = await snapshot(out)
    expect((await servedContent(out))?.courses).toEqual(site.courses)
    expect(await fixture('events')).toEqual(site.events)
    // Also records fields that only the responses for single items have.
    expect(await fixture('blogs')).toEqual(site.blogs.map((blog) => ({ ...blog, views: 7 })))
    expect(Object.keys(firstOf(await fixture('courses'))).slice(0, 3)).toEqual(['id', 'slug', 'category'])

    isTurned = true
    expect((await record()).stdout).toContain('nothing had changed')
    expect(await snapshot(out)).toEqual(before)
  })

  it('into linked folders replaces what they lead to, and stages nothing there', async () => {
    const { out, record } = await recordingOf()
    const real = await emptyFolder()
    await writeContent(generateContent({ seed: 11, size: 2 }), real)
    const before = await snapshot(real)
    for (const name of ['fixtures', 'images']) await symlink(join(real, name), join(out, name))
    const stage = await emptyFolder()
    await stageFixtures(stage, out, new Map([['courses.json', '[]']]))
    expect(await snapshot(real)).toEqual(before)
    expect((await lstat(join(stage, 'fixtures'))).isDirectory()).toBe(true)
    expect(await record()).toMatchObject({ code: 0 })
    for (const name of ['fixtures', 'images']) expect((await lstat(join(out, name))).isSymbolicLink()).toBe(true)
    expect(await snapshot(real)).not.toEqual(before)
  })

  it('of a server with the formats of real back ends has the form of the contract', async () => {
    const content = legacyContent()
    const { url } = await startApp({ content, config: { scenarios: ['php-habits'] } })
    const out = await emptyFolder()
    const { code, stderr } = await run('record', [url, '--out', out])
    expect([code, stderr]).toEqual([0, expect.stringContaining('warning: courses.count: ')])
    expect(await servedContent(out)).toEqual(content)
    const again = await run('contract', [url, '--against', join(out, 'fixtures')])
    expect(again.stdout).toContain('0 differences of shape, 0 of content')
  })

  it('keeps other files, replaces older content, and deletes pictures only with --prune', async () => {
    const { site, out, record, fixture } = await recordingOf()
    await mkdir(join(out, 'fixtures/schemas'), { recursive: true })
    await mkdir(join(out, 'images'))
    const others = ['fixtures/schemas/a.schema.json', 'fixtures/notes.md', 'images/README.md']
    for (const path of [...others, 'fixtures/courses.json', 'images/old.png']) await writeFile(join(out, path), 'old')
    const settings = JSON.stringify({ en_name: 'The settings of this site' })
    await writeFile(join(out, 'fixtures/site.json'), settings)
    expect(await record()).toMatchObject({ code: 0 })
    expect(await fixture('courses')).toEqual(site.courses)
    const files = await snapshot(out)
    for (const path of [...others, 'images/old.png']) expect(files.get(path)?.toString()).toBe('old')
    expect(files.get('fixtures/site.json')?.toString()).toBe(settings)
    expect(await record('--prune')).toMatchObject({ code: 0 })
    const pruned = await snapshot(out)
    expect([...files.keys()].filter((path) => !pruned.has(path))).toEqual(['images/old.png'])
  })

  it.each<[string, Hooks, RegExp]>([
    ['a shape', inFirst('courses', { count: 'many' }), /courses\.count/],
    ['a picture that is cut', inPicture('image/webp', cutPicture), /\.image[\s\S]*can't be decoded/],
    ...['evil.js', 'drawing.svg'].map((name): [string, Hooks, RegExp] => [
      `a picture named ${name}`,
      { ...inFirst('news', { image: name }), ...inPicture('image/gif', gif, 200, name) },
      /a name that ends in none of \.png, \.jpg, \.jpeg, \.webp, \.gif, \.avif/,
    ]),
  ])('fails on %s and changes nothing; --lenient records it without what is no picture', async (_, hooks, said) => {
    const { site, out, record, fixture, pictures } = await recordingOf(hooks)
    expect(await record()).toMatchObject({ code: 1, stderr: expect.stringMatching(said) })
    expect(await readdir(out)).toEqual([])
    expect(await record('--lenient')).toMatchObject({ code: 0 })
    expect(await fixture('courses')).toEqual(site.courses)
    expect((await pictures()).filter((name) => !/\.(?:png|jpg|webp|gif)$/i.test(name))).toEqual([])
  })

  it.each<[string, Hooks]>([
    ['another API', { respond: (_, response) => sendJson(response, {}) }],
    ['an operation that hangs', { respond: ({ route }) => route === 'get-event' }],
  ])('of %s is 2 and leaves nothing behind', async (_, hooks) => {
    const { out, record } = await recordingOf(hooks)
    expect(await record('--timeout', '0.5')).toMatchObject({ code: 2, stderr: expect.stringContaining('record: ') })
    expect(await readdir(out)).toEqual([])
  })

  it('of a server that is not there leaves no folder behind', async () => {
    const out = await emptyFolder()
    const args = ['http://127.0.0.1:9', '--out', join(out, 'new', 'folder')]
    expect(await run('record', args)).toMatchObject({ code: 2, stdout: '' })
    expect(await readdir(out)).toEqual([])
  })

  it('gives the old folder its name again if the new one cannot be renamed', async () => {
    const out = await emptyFolder()
    await mkdir(join(out, 'fixtures'))
    const [fresh, old, aside] = ['nothing', 'fixtures', 'aside'].map((name) => join(out, name)) as [
      string,
      string,
      string,
    ]
    expect(() => replaceFolder(fresh, old, aside)).toThrow('ENOENT')
    expect(await readdir(out)).toEqual(['fixtures'])
  })

  it('that is killed between two renames leaves the old folder to the next server', async () => {
    const out = await emptyFolder()
    const content = generateContent({ seed: 5, size: 2 })
    await writeContent(content, out)
    await mkdir(join(out, '.record'))
    await rename(join(out, 'fixtures'), join(out, '.record/old-fixtures'))
    expect((await servedContent(out))?.courses).toEqual(content.courses)
    expect(await readdir(join(out, '.record'))).toEqual([])
  })
})
