import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildStudio } from '../../studio/server/app'
import { editText } from '../../studio/server/content-files'
import { root } from '../support/app'
import { generateContent, makeContent } from '../support/generated-content'

let options: { fixturesDir: string; imagesDir: string; product: string }
let app: Awaited<ReturnType<typeof buildStudio>>

beforeAll(async () => {
  const content = generateContent({ seed: 3, size: 2 })
  Object.assign(content.blogs[0] ?? {}, { en_title: 'A title', ar_title: 'عنوان' })
  const { dirs, remove } = await makeContent(content)
  options = { ...dirs, product: 'ugarit' }
  app = await buildStudio(options)
  return () => Promise.all([app.close(), remove()])
})

const send = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object | Buffer, type?: string) => {
  const headers = { host: 'localhost', ...(type && { 'content-type': type }) }
  const response = await app.inject({ method, url: `/__studio/api${path}`, headers, ...(payload && { payload }) })
  return { status: response.statusCode, body: response.json() }
}
const save = (changes: object) => send('POST', '/save', { changes })
const contentOf = async () => (await send('GET', '/content')).body
const fixtureText = (kind: string) => readFileSync(join(options.fixturesDir, `${kind}.json`), 'utf8')

test.each([
  ...[
    ['POST', '/check'],
    ['POST', '/plan'],
    ['POST', '/save'],
    ['PUT', '/scenarios/new'],
    ['POST', '/scenarios/slow'],
    ['POST', '/contract-check'],
    ['POST', '/recording'],
    ['POST', '/recording/items'],
    ['POST', '/still-right'],
  ],
  ['PUT', '/pictures/a.png'],
] as ['POST' | 'PUT', string][])('%s %s refuses a body that does not fit', async (method, path) => {
  const bodies = [
    'null',
    '[]',
    '1',
    '{}',
    '{"changes":null,"url":1,"items":[null],"of":"a"}',
    '{"changes":{"blogs":{}}}',
  ]
  for (const body of bodies) {
    const { status } = await send(method, path, Buffer.from(body), 'application/json')
    expect([body, status]).toEqual([body, path.startsWith('/pictures') ? 415 : 400])
  }
  if (method === 'POST') expect((await send(method, path)).status).toBe(400)
})

describe('the settings of the site', () => {
  test('are a file like the others, whose violations name the field of a list', async () => {
    const { files } = await contentOf()
    const { items, digest } = files.site
    const changes = { site: { items: [{ ...items[0], phones: [{ number: '1' }] }], digest } }
    const { body } = await send('POST', '/check', { changes })
    expect(body.violations).toMatchObject([{ file: 'site.json', pointer: '/phones/0/number' }])
    expect(await save(changes)).toMatchObject({ status: 422 })
  })

  test('are empty without their file, which a save makes', async () => {
    const before = fixtureText('site')
    rmSync(join(options.fixturesDir, 'site.json'))
    const { files } = await contentOf()
    expect(files.site).toEqual({ items: [{}], digest: '' })
    expect((await send('POST', '/check', { changes: {} })).body.violations).toEqual([])
    expect(await save({ site: { items: [JSON.parse(before)], digest: '' } })).toMatchObject({ status: 200 })
    expect(JSON.parse(fixtureText('site'))).toEqual(JSON.parse(before))
  })
})

describe('saving', () => {
  test('writes all files or none, and only those that are as they were read', async () => {
    const { files } = await contentOf()
    const [blogs, news] = [fixtureText('blogs'), fixtureText('news')]
    const emptied = { items: [], digest: files.blogs.digest }
    const { status, body } = await save({ blogs: emptied, news: { items: [], digest: 'of another file' } })
    expect([status, body.detail]).toEqual([409, 'Changed on disk meanwhile: news.json.'])
    expect([fixtureText('blogs'), fixtureText('news')]).toEqual([blogs, news])
  })

  test('refuses content with violations and names them', async () => {
    const { items, digest } = (await contentOf()).files.courses
    const { status, body } = await save({ courses: { items: [{ ...items[0], category: 'nowhere' }], digest } })
    expect([status, body.errors[0]]).toMatchObject([422, { file: 'courses.json', pointer: '/0/category' }])
  })

  // The kernel refuses bytes beyond the file size limit, as it does on a full disk.
  test('on a full disk leaves the file as it was, and no part of the new one', async () => {
    const before = fixtureText('courses')
    const code = `
      const { createContentFiles } = await import(${JSON.stringify(join(root, 'studio/server/content-files.ts'))})
      const files = createContentFiles(${JSON.stringify(options)})
      const { courses } = await files.read()
      const items = courses.items.map((course) => ({ ...course, en_body: 'x'.repeat(100_000) }))
      await files.save({ courses: { items, digest: courses.digest } }).catch((error) => console.log(error.message))`
    const { stdout, stderr } = spawnSync(
      'sh',
      ['-c', `ulimit -f 64; exec "${process.execPath}" --import tsx --input-type=module -e "$CODE"`],
      { cwd: root, env: { ...process.env, CODE: code, TSX_DISABLE_CACHE: '1' }, encoding: 'utf8' },
    )
    expect([stdout, stderr]).toEqual([expect.stringContaining('Nothing was saved'), ''])
    expect(fixtureText('courses')).toBe(before)
    expect(readdirSync(options.fixturesDir).filter((name) => name.startsWith('.'))).toEqual([])
  })
})

test('a text is out of date after the other language was saved, until it is marked as still right', async () => {
  const of = (content: { files: Record<string, { items: Record<string, unknown>[]; digest: string }> }) => {
    const { items = [], digest = '' } = content.files.blogs ?? {}
    return { items, digest, position: items.findIndex(({ en_title, ar_title }) => en_title && ar_title) }
  }
  const before = of(await contentOf())
  const { position } = before
  const edited = { ...before.items[position], en_title: 'Another title' }
  await save({ blogs: { items: before.items.with(position, edited), digest: before.digest } })
  const after = await contentOf()
  const text = { kind: 'blogs', position, name: 'ar_title' }
  const since = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
  expect(after.outdated).toEqual([{ ...text, locale: 'ar', changed: 'en_title', since }])
  // Another program changes the file meanwhile.
  expect((await send('POST', '/still-right', { ...text, digest: before.digest })).status).toBe(409)
  expect((await send('POST', '/still-right', { ...text, digest: of(after).digest })).status).toBe(200)
  expect((await contentOf()).outdated).toEqual([])
  writeFileSync(join(options.fixturesDir, 'translation-state.json'), '{')
  expect(await contentOf()).toMatchObject({
    outdated: [],
    translationProblem: expect.stringContaining('expected JSON'),
  })
  rmSync(join(options.fixturesDir, 'translation-state.json'))
})

test('a file with a layout of its own keeps it', () => {
  const text = '[\n\t{ "slug": "a", "tags": ["x", "y"] },\n\t{ "slug": "b" }\n]\n'
  expect(editText(text, [{ slug: 'a', tags: ['x', 'y'] }, { slug: 'c' }])).toBe(text.replace('"b"', '"c"'))
  for (const items of [[{ slug: 'b' }], [{ slug: 'a' }, { slug: 'b', id: 1 }, { slug: 'c' }]])
    expect(JSON.parse(editText(text, items))).toEqual(items)
})

test('a picture gets a safe name of its own and replaces none; another file is refused', async () => {
  const picture = sharp({ create: { width: 4, height: 3, channels: 3, background: 'red' } }).png()
  const add = async (name: string, content?: Buffer) =>
    send('PUT', `/pictures/${encodeURIComponent(name)}`, content ?? (await picture.toBuffer()), 'image/png')
  expect((await add('../../Été 1.js')).body).toEqual({ name: 'ete-1.png', width: 4, height: 3 })
  expect((await add('Été 1.png')).body.name).toBe('ete-1-2.png')
  const { status, body } = await add('a.png', Buffer.from('<script>'))
  expect([status, body.detail]).toEqual([415, expect.stringContaining('a.png: expected a picture')])
})

test('a picture that is cut short, or of another kind than its name says, is refused and told', async () => {
  const drawn = () => sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
  const [png, avif] = [await drawn().png().toBuffer(), await drawn().avif().toBuffer()]
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x08mdat', 'latin1')
  const put = (name: string, bytes: Buffer) => send('PUT', `/pictures/${name}`, bytes, 'image/jpeg')
  const before = readdirSync(options.imagesDir)
  for (const [name, bytes, word] of [
    ['red.jpg', png, 'PNG'],
    ['red.png', png.subarray(0, 60), 'cut short'],
    ['red.avif', avif.subarray(0, -20), 'cut short'],
    ['IMG_1.HEIC', heic, 'heif-convert'],
    ['IMG_1.jpg', heic, 'HEIC'],
  ] as const) {
    const { status, body } = await put(name, bytes)
    expect([name, status, body.detail]).toEqual([name, 415, expect.stringContaining(word)])
  }
  expect(readdirSync(options.imagesDir)).toEqual(before)
  expect((await put('red.avif', avif)).body).toEqual({ name: 'red.avif', width: 40, height: 30 })
})

test('pictures that nothing names are told, and removed only if they are pictures that nothing names', async () => {
  const { imagesDir, fixturesDir } = options
  const picture = await sharp({ create: { width: 4, height: 3, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const { files, pictures } = await contentOf()
  const { items, digest } = files.blogs
  const named = ['by draft.png', 'in body (1).png', "l'été.png".normalize('NFD'), 'linked.png', 'by-scenario.png']
  for (const name of [...named, 'unnamed.png', 'notes.txt', '.hidden.png'])
    writeFileSync(join(imagesDir, name), picture)
  mkdirSync(join(fixturesDir, 'scenarios'), { recursive: true })
  writeFileSync(
    join(fixturesDir, 'scenarios/pictured.json'),
    '{"description":"a","data":{"team":[{"image":"by-scenario.png"}]}}',
  )
  const en_body = `<img src="in%20body%20(1).png"><img src='/images/l&apos;&eacute;t&eacute;.png?v=2'><a href=/images/linked.png>a</a>`
  const changes = { blogs: { items: [{ ...items[0], image: 'by draft.png', en_body }, ...items.slice(1)], digest } }
  const unnamed = async (given: object) => (await send('POST', '/pictures/unnamed', { changes: given })).body
  expect(await unnamed(changes)).toContain('unnamed.png')
  const told = new Set(await unnamed(changes))
  const kept = [...named, ...pictures.filter((name: string) => JSON.stringify(files).includes(JSON.stringify(name)))]
  expect(kept.filter((name) => told.has(name))).toEqual([])
  expect(await unnamed({})).toEqual(expect.arrayContaining(['by draft.png', 'linked.png']))

  const remove = async (...names: string[]) => (await send('POST', '/pictures/remove', { names, changes })).status
  for (const name of [
    'by draft.png',
    'notes.txt',
    '.hidden.png',
    '../fixtures/team.json',
    'none.png',
    named[2] as string,
  ])
    expect([name, await remove('unnamed.png', name)]).toEqual([name, 409])
  expect(readdirSync(imagesDir)).toEqual(expect.arrayContaining([...named, 'unnamed.png', 'notes.txt', '.hidden.png']))
  expect(await remove('unnamed.png')).toBe(200)
  expect(readdirSync(imagesDir)).not.toContain('unnamed.png')
  expect(readdirSync(imagesDir)).toEqual(expect.arrayContaining(named))
})

// `test/development/studio.spec.ts` mixes scenarios and opens the result.
test('an invalid mix of scenarios, or a name that is taken, is refused', async () => {
  const mix = { description: 'One late course', of: ['empty', 'failing'], delay: 10 }
  for (const [name, change, expected] of [
    ['mine', { now: '2027-01-05T18:00' }, 200],
    ['mine', {}, 409],
    // Two scenarios change the same kind of content.
    ['other', { of: ['empty', 'one-item'] }, 409],
    ['other', { of: ['nonesuch'] }, 404],
    ['other', { description: '' }, 422],
    ['other', { now: 'tomorrow' }, 422],
    ['..%2Fother', {}, 400],
  ] as const)
    expect([name, (await send('PUT', `/scenarios/${name}`, { ...mix, ...change })).status]).toEqual([name, expected])
  const saved = JSON.parse(readFileSync(join(options.fixturesDir, 'scenarios/mine.json'), 'utf8'))
  expect(saved).toMatchObject({ now: '2027-01-05T18:00' })
})

test('an unreadable file is told with its violation, and is not overwritten', async () => {
  const before = fixtureText('team')
  writeFileSync(join(options.fixturesDir, 'team.json'), '[{')
  const { files } = await contentOf()
  const { status, body } = await save({ team: { items: [], digest: files.team.digest } })
  const after = fixtureText('team')
  writeFileSync(join(options.fixturesDir, 'team.json'), before)
  expect(files.team.violation).toMatchObject({ expected: 'JSON' })
  expect([status, body.detail, after]).toEqual([409, expect.stringContaining("team.json can't be read"), '[{'])
})

describe('a scenario', () => {
  const read = (name: string) => send('GET', `/scenarios/${name}`)
  const saved = (name: string, scenario: object, digest: string) =>
    send('POST', `/scenarios/${name}`, { scenario, digest })
  const file = () => join(options.fixturesDir, 'scenarios/slow.json')

  test('that is shipped is read, and saved into the folder of the fixtures', async () => {
    const { body } = await read('slow')
    expect(body).toMatchObject({ scenario: { behaviour: [{ delay: [1000, 3000] }] }, digest: '' })
    const scenario = { ...body.scenario, now: '2027-01-05T18:00:00+03:00', behaviour: [{ hold: true }] }
    const answer = await saved('slow', scenario, '')
    expect(answer).toMatchObject({ status: 200, body: { scenario } })
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual(scenario)
    expect((await saved('slow', scenario, '')).status).toBe(409)
    expect((await saved('slow', { ...scenario, description: 'Other' }, answer.body.digest)).status).toBe(200)
  })

  test.each([
    ['an unknown field', { behavior: [] }, '/behavior'],
    ['a wrong status', { behaviour: [{ status: 200 }] }, '/behaviour/0/status'],
    [
      'a body that breaks the contract',
      { behaviour: [{ operation: 'blogs', body: { data: [{}] } }] },
      '/behaviour/0/body/data',
    ],
    ['content that breaks the contract', { data: { blogs: { each: { image: 7 } } } }, '/blogs/0/image'],
  ])('with %s is not saved', async (_, fields, pointer) => {
    const { body } = await read('hanging')
    const { status, body: problem } = await saved('hanging', { description: 'Of a test', ...fields }, body.digest)
    expect([[400, 422].includes(status), problem.errors[0].pointer]).toEqual([true, expect.stringContaining(pointer)])
    expect(readdirSync(options.fixturesDir)).not.toContain('hanging.json')
  })

  test.each(['none', '..%2Fcourses', '%2Fetc%2Fpasswd'])('of the name %s is not there', async (name) => {
    expect((await read(name)).status).toBe(404)
    expect((await saved(name, { description: 'Of a test' }, '')).status).toBe(404)
  })
})
