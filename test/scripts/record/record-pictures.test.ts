import { execFileSync } from 'node:child_process'
import { mkdir, open, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it, onTestFinished, vi } from 'vitest'
import { firstOf, inFirst, send } from '../../contract-check/drifting-server'
import { emptyFolder } from '../../support/folders'
import { pictureOf } from '../../support/generated-content'
import { startHttpServer } from '../../support/http-server'
import { recordingOf } from './recording'

const picture = await pictureOf('a.png')

it('a picture at another host is asked for only if --picture-host names it, and never gets the headers of --header', async () => {
  const asked = new Map<string | undefined, IncomingHttpHeaders>()
  const { url, stop } = await startHttpServer((request, response) => {
    asked.set(request.url, request.headers)
    send(response, 'image/png', picture)
  })
  onTestFinished(stop)
  const { host } = new URL(url)
  const { record, pictures } = await recordingOf({
    ...inFirst('news', { image: `${url}/a/other.png` }),
    image: (name, response) =>
      name === 'x.webp' && send(response, 'text/plain', '', 302, { location: `${url}/moved.png` }),
  })
  const secret = ['--header', 'x-api-key: secret', '--header', 'authorization: Bearer secret']
  const stderr = expect.stringContaining(`an address at ${host}, which --picture-host does not name`)
  expect(await record(...secret)).toMatchObject({ code: 1, stderr })
  expect(asked.size).toBe(0)
  expect(await record(...secret, '--picture-host', host)).toMatchObject({ code: 0 })
  expect(await pictures()).toContain('other.png')
  expect([...asked.keys()].sort()).toEqual(['/a/other.png', '/moved.png'])
  expect(JSON.stringify([...asked])).not.toContain('secret')
})

it('a picture of more pixels than the server resizes is not decoded', async () => {
  const create = { width: 8_000, height: 8_000, channels: 3, background: 'white' } as const
  const bomb = await sharp({ create }).png({ compressionLevel: 1 }).toBuffer()
  const { record } = await recordingOf({ image: (_, response) => send(response, 'image/png', bomb) })
  const stderr = expect.stringContaining("a picture that can't be decoded: Input image exceeds pixel limit")
  expect(await record()).toMatchObject({ code: 1, stderr })
})

it('the pictures that pages show in bodies are recorded, and no others', async () => {
  const en_body =
    '<p>src="text.webp" <img data-src="images/late.webp" src="data:image/gif;base64,R0" alt=\'src="alt.webp"\'></p>'
  const { record, pictures } = await recordingOf(inFirst('blogs', { en_body }))
  expect(await record()).toMatchObject({ code: 0 })
  const recorded = await pictures()
  expect(recorded).toContain('late.webp')
  expect(recorded).not.toContain('alt.webp')
  expect(recorded).not.toContain('text.webp')
})

it('pictures of one name at two addresses are recorded as two files', async () => {
  const recording = await recordingOf()
  const { team } = recording.site
  const at = (folder: string) => ({ ...firstOf(team), image: `${recording.url}/images/${folder}face.png` })
  team.splice(0, team.length, at(''), at('old/'))
  expect(await recording.record()).toMatchObject({ code: 0 })
  expect((await recording.fixture('team')).map(({ image }) => image)).toEqual(['face.png', '2-face.png'])
  expect(await recording.pictures()).toEqual(expect.arrayContaining(['face.png', '2-face.png']))
})

it('pictures whose addresses have no extension get that of their format, as files of Directus and scripts', async () => {
  const { url, site, record, fixture, pictures } = await recordingOf({
    image: (name, response) =>
      !name.includes('.png') && !name.includes('.webp') && send(response, 'image/png', picture),
  })
  const [first, second] = site.team
  Object.assign(first ?? {}, { image: '8cbb43fe-4cdf-4991' })
  Object.assign(second ?? {}, { image: `${url}/images/image.php?id=5` })
  expect(await record()).toMatchObject({ code: 0 })
  const names = ['8cbb43fe-4cdf-4991.png', 'image.php.png']
  expect((await fixture('team')).slice(0, 2).map(({ image }) => image)).toEqual(names)
  expect(await pictures()).toEqual(expect.arrayContaining(names))
  expect(await record('--prune')).toMatchObject({ code: 0, stdout: expect.stringContaining('0 deleted') })
})

it('a pipe in the folder of pictures ends a recording with one line, and does not hang it', async () => {
  const { out, record } = await recordingOf()
  await mkdir(join(out, 'images'), { recursive: true })
  const [named, other] = [join(out, 'images', 'x.webp'), join(out, 'images', 'other.webp')]
  execFileSync('mkfifo', [named])
  expect(await record()).toMatchObject({ code: 0 })
  expect((await stat(named)).isFile()).toBe(true)
  execFileSync('mkfifo', [other])
  expect(await record()).toMatchObject({ code: 2, stderr: expect.stringMatching(/^record: [^\n]*other\.webp\n$/) })
  expect((await stat(other)).isFIFO()).toBe(true)
})

it('a picture whose size and date are known is fetched again only if it is damaged on the disk', async () => {
  const date = 'Sat, 21 Nov 2026 10:00:00 GMT'
  const { out, record, pictures } = await recordingOf({
    image: (_, response) => send(response, 'image/png', picture, 200, { 'last-modified': date }),
  })
  const { stdout } = await record()
  const [name = '', ...others] = await pictures()
  expect(stdout).toContain(`(${others.length + 1} fetched`)
  expect((await record()).stdout).toContain('(0 fetched')
  const path = join(out, 'images', name)
  await writeFile(path, Buffer.alloc(picture.length))
  await utimes(path, new Date(date), new Date(date))
  expect(await record()).toMatchObject({ code: 0, stdout: expect.stringContaining('(1 fetched') })
  expect(await readFile(path)).toEqual(picture)
})

it('fixtures and pictures are on the disk before they take the place of the old ones', async () => {
  const handle = await open(join(await emptyFolder(), 'a'), 'w')
  const sync = vi.spyOn(Object.getPrototypeOf(handle), 'sync')
  onTestFinished(() => sync.mockRestore())
  await handle.close()
  const { record, pictures } = await recordingOf()
  expect(await record()).toMatchObject({ code: 0 })
  expect((await pictures()).length).toBeGreaterThan(0)
  expect(sync).toHaveBeenCalledTimes((await pictures()).length + 7)
})
