import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { HomeData } from '#contract/schemas'
import { FixtureError, openStore } from '../../../server/content/store'
import { tempContent } from '../../support/app'
import { generateContent } from '../../support/generated-content'
import { containing, item, type Loose, rows, set, smallContent } from './store-fault-rows'

/** The faults of a small content set after `spoil` has changed it. */
async function faultsOf(spoil: (content: Loose) => void, spoilFiles?: (folder: string) => Promise<void>) {
  const content = smallContent()
  const dirs = await tempContent(content as unknown as HomeData)
  spoil(content)
  for (const [key, value] of Object.entries(content)) {
    await writeFile(join(dirs.fixturesDir, `${key}.json`), JSON.stringify(value))
  }
  await writeFile(join(dirs.imagesDir, 'evil.js'), 'GIF89a')
  await spoilFiles?.(dirs.fixturesDir)
  const opening = openStore({ ...dirs, product: 'ugarit' })
  onTestFinished(async () => (await opening.catch(() => undefined))?.close())
  const error = await opening.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error === undefined) return { faults: [], message: '' }
  if (!(error instanceof FixtureError)) throw error
  return { faults: error.faults, message: error.message }
}

test('a good content set has no faults', async () => {
  expect((await faultsOf(() => undefined)).faults).toStrictEqual([])
})

test.each(rows)('%s: the fault has file, pointer, expected, found and nearest', async (_, spoil, key, fault) => {
  const { faults, message } = await faultsOf(spoil)
  expect(faults).toStrictEqual([{ file: `${key}.json`, ...fault }])
  expect(message).toContain(`${key}.json ${fault.pointer}`)
})

describe('whole files', () => {
  const spoilt = (key: string, text: string | undefined) =>
    faultsOf(
      () => undefined,
      async (folder) => {
        const file = join(folder, `${key}.json`)
        await rm(file)
        if (text !== undefined) await writeFile(file, text)
      },
    )

  test.each([
    ['is missing', undefined, 'a readable file', 'no such file'],
    ['is empty', '', 'JSON', 'an empty file'],
    ['holds white space', ' \n', 'JSON', 'an empty file'],
    ['is cut off', '[\n  {"slug": "a"', 'JSON', 'line 2, column 15'],
    ['has a comma too many', '[\n  {"slug": "a"},\n]', 'JSON', 'line 3, column 1'],
    ['is a page', '<!doctype html>', 'JSON', 'line 1, column 1'],
  ])('a file that %s is one fault, at its root', async (_, text, expected, found) => {
    const { faults } = await spoilt('blogs', text)
    expect(faults).toStrictEqual([{ file: 'blogs.json', pointer: '', expected, found: containing(found) }])
  })

  test('a folder instead of a file is a fault', async () => {
    const { faults } = await faultsOf(
      () => undefined,
      async (folder) => {
        await rm(join(folder, 'news.json'))
        await mkdir(join(folder, 'news.json'))
      },
    )
    expect(faults).toMatchObject([{ file: 'news.json', pointer: '', expected: 'a readable file' }])
  })

  test('a byte order mark is no fault', async () => {
    expect((await spoilt('blogs', '\ufeff[]')).faults).toStrictEqual([])
  })

  test('a missing file of categories is not reported again for every course', async () => {
    expect((await spoilt('courses_categories', undefined)).faults).toHaveLength(1)
  })
})

test('all faults of all files are reported at once', async () => {
  const { faults, message } = await faultsOf((content) => {
    for (const [, spoil] of rows.filter(([, , key]) => key === 'courses')) spoil(content)
    content.courses.push(
      ...Array.from({ length: 30 }, (_, index) => item({ slug: `s${index}`, category: 'x', tags: 0 })),
    )
    set('events', 'slug', 5)(content)
    set('team', 'image', null)(content)
  })
  expect(new Set(faults.map(({ file }) => file))).toStrictEqual(new Set(['courses.json', 'events.json', 'team.json']))
  const places = faults.map(({ file, pointer }) => `${file} ${pointer}`)
  expect(new Set(places).size).toBe(places.length)
  for (let index = 1; index <= 30; index++) {
    expect(places).toEqual(expect.arrayContaining([`courses.json /${index}/category`, `courses.json /${index}/tags`]))
  }
  for (const field of ['category', 'count', 'date', 'registration_link', 'tags/1', 'en_title']) {
    expect(places).toContain(`courses.json /0/${field}`)
  }
  expect(message.split('\n')).toHaveLength(faults.length)
})

test('generated content of any seed and product is valid', async () => {
  for (let seed = 1; seed <= 12; seed++) {
    const product = seed % 2 ? 'ugarit' : 'other_one'
    const dirs = await tempContent(generateContent({ seed, size: seed * 2, product }))
    const store = await openStore({ ...dirs, product })
    store.close()
  }
})

test('content is frozen, down to unknown fields', async () => {
  const store = await openStore({ ...(await tempContent()), product: 'ugarit' })
  onTestFinished(store.close)
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    expect(Object.isFrozen(value)).toBe(true)
    for (const child of Object.values(value)) visit(child)
  }
  visit(store.content().homeData[0])
})
