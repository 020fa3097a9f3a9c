import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createExportFiles } from '../../scripts/export/export-files'
import { refusalOf } from '../../scripts/export/portable-names'
import { emptyFolder } from '../support/folders'

/** The folders that an export has for pages, cards, calendars and pictures. */
const places = [
  (name: string) => `courses/${name}/index.html`,
  (name: string) => `cards/courses/${name}.jpg`,
  (name: string) => `calendar/courses/${name}.ics`,
  (name: string) => `images/${name}`,
]

describe('a name that Windows refuses', () => {
  const names = [
    'a:b',
    'say "hi"',
    'a<b',
    'a>b',
    'a|b',
    'what?',
    '2*2',
    'con',
    'AUX',
    'nul',
    'com1',
    'LPT9',
    'CON.a',
    'a\tb',
  ]
  test.each(names)('%j is told everywhere', (name) => {
    for (const place of places)
      expect([place(name), refusalOf(place(name))]).toEqual([place(name), expect.stringMatching(/Windows/)])
  })
  test.each(['end.', 'end '])('%j is told of a folder and of a picture', (name) => {
    for (const place of [places[0], places[3]]) expect(refusalOf(place?.(name) ?? '')).toMatch(/drops/)
  })
  test.each(['contact', 'python', 'auxiliary', 'com10', 'دورة', 'l’été', "l'été (1) & co; 100%", 'nul-1', 'index'])(
    '%j is none',
    (name) => {
      for (const place of places) expect(refusalOf(place(name))).toBeUndefined()
    },
  )
})

async function exportInto(platform?: NodeJS.Platform) {
  const [fresh, before] = [await emptyFolder(), await emptyFolder()]
  const warnings: string[] = []
  const write = createExportFiles({
    fresh,
    before,
    warn: (text) => warnings.push(text),
    ...(platform && { platform }),
  })
  return { fresh, before, warnings, write: (path: string, text: string) => write(path, Buffer.from(text)) }
}

test.each([
  ['Python', 'python'],
  ['café', 'cafe\u0301'],
  ['CAFÉ', 'cafe\u0301'],
  ['ÄB', 'äb'],
])(
  '%j and %j are told as one name, and both are written where the file system keeps them apart',
  async (one, other) => {
    const { fresh, warnings, write } = await exportInto('linux')
    for (const place of places) {
      expect([await write(place(one), 'one'), await write(place(other), 'other')]).toEqual(['written', 'written'])
      expect(readFileSync(join(fresh, place(one)), 'utf8')).toBe('one')
      expect(readFileSync(join(fresh, place(other)), 'utf8')).toBe('other')
    }
    const named =
      one.normalize() === other.normalize()
        ? () => 'a file that .* U\\+0065 U\\+0301 in place of U\\+00E9'
        : (path: string) => path
    expect(warnings).toEqual(
      places.map((place) =>
        expect.stringMatching(`^${place(other)}: one name with ${named(place(one))} on macOS and Windows$`),
      ),
    )
  },
)

test('where the file system takes two names for one, the first stays', async () => {
  const { fresh, warnings, write } = await exportInto('darwin')
  await write('courses/Python/index.html', 'one')
  // As on such a file system, a file of the second name is there.
  await mkdir(join(fresh, 'courses/python'))
  await writeFile(join(fresh, 'courses/python/index.html'), 'one')
  expect(await write('courses/python/index.html', 'other')).toBe('left out')
  expect(readFileSync(join(fresh, 'courses/python/index.html'), 'utf8')).toBe('one')
  expect(warnings.at(-1)).toMatch(/left out; its address is shown by 404\.html/)
})

test('a second file of one path is told and left out', async () => {
  const { fresh, warnings, write } = await exportInto()
  expect([await write('images/a.png', 'one'), await write('images/a.png', 'other')]).toEqual(['written', 'left out'])
  expect([readFileSync(join(fresh, 'images/a.png'), 'utf8'), warnings.length]).toEqual(['one', 1])
})

test('on Windows a refused name is left out, elsewhere it is written and told', async () => {
  for (const [platform, outcome] of [
    ['win32', 'left out'],
    ['linux', 'written'],
  ] as const) {
    const { fresh, warnings, write } = await exportInto(platform)
    expect(await write('courses/con/index.html', 'a')).toBe(outcome)
    expect(readdirSync(fresh)).toEqual(outcome === 'written' ? ['courses'] : [])
    expect(warnings).toEqual([
      expect.stringMatching(/^courses\/con\/index\.html: Windows keeps the name con for a device/),
    ])
  }
})

test('a file that the export before has is linked', async () => {
  const { before, warnings, write } = await exportInto()
  await mkdir(dirname(join(before, 'a/b.html')), { recursive: true })
  await writeFile(join(before, 'a/b.html'), 'same')
  expect([await write('a/b.html', 'same'), warnings]).toEqual(['linked', []])
})
