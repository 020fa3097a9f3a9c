import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { currentBuild } from '../../../scripts/site-build'
import { reportOf } from '../../contract-check/run'
import { run } from '../../scripts/run-command'
import { startBuiltServer } from '../../support/built-server'
import { emptyFolder } from '../../support/folders'
import { readContent } from '../../support/shipped-content'
import { sitePages } from '../../support/site-pages'
import { requireProgram } from '../requirements'
import { type BackEnd, findPostgres, hasPhp, startPostgres, startSqlite } from './php-back-end'

/* Two back ends in PHP, as people write them. The check warns of their formats, and the site is whole with both. */

const content = await readContent()
const [withoutPicture] = content.courses
if (withoutPicture) withoutPicture.image = ''

const shared = ['format.date', 'format.no-picture', 'format.nothing', 'format.number', 'format.tags']

const backEnds: [name: string, start: (programs: string) => Promise<BackEnd>, warnings: string[]][] = [
  [
    'SQLite',
    () => startSqlite(stored),
    [
      ...shared,
      'format.boolean',
      'format.keys',
      'format.missing',
      'format.zero-date',
      'refusal.malformed',
      'refusal.wrong-type',
    ],
  ],
  ['PostgreSQL', (programs) => startPostgres(stored, programs), [...shared, 'format.pages']],
]

const stored = {
  ...content,
  courses: content.courses.map((course) => (course === withoutPicture ? { ...course, image: null } : course)),
}

describe.each(backEnds)('an API in PHP over %s', (_, start, warnings) => {
  let backEnd: BackEnd | undefined
  const programs = findPostgres()

  beforeAll(async () => {
    const folder = await programs
    if ((await hasPhp()) && folder) backEnd = await start(folder)
  })
  afterAll(() => backEnd?.stop())

  /** Serves the back end, or skips the test if a program is missing. */
  async function serve(skip: (note: string) => void, env?: Record<string, string>): Promise<string> {
    requireProgram('PHP with SQLite and PostgreSQL', await hasPhp(), skip)
    requireProgram('PostgreSQL', await programs, skip)
    return (await backEnd?.serve(env)) ?? ''
  }

  test('passes the check with warnings alone', async ({ skip }) => {
    const url = await serve(skip)
    const { code, report } = await reportOf(url)
    const told = report.drifts.map(({ rule, field, operations, found }) => [rule, field, operations, found].join(' '))
    expect(told).toEqual([])
    expect([code, report.verdict]).toEqual([0, 'holds'])
    expect([...new Set(report.warnings.map(({ rule }) => rule))].sort()).toEqual(warnings.sort())
  })

  test('is shown whole by BASE_URL, by UPSTREAM and from its recording', async ({ skip }) => {
    const url = await serve(skip)
    const out = await emptyFolder()
    const { code, stderr } = await run('record', [url, '--out', out])
    expect(code, stderr).toBe(0)
    // Pages are asked faster here than one visitor does.
    const unlimited = await serve(skip, { THROTTLE: '100000' })
    // The institute's settings are no part of an API.
    await copyFile('fixtures/site.json', join(out, 'fixtures/site.json'))
    const folders = { FIXTURES_DIR: join(out, 'fixtures'), IMAGES_DIR: join(out, 'images') }
    const ways = {
      BASE_URL: { BASE_URL: unlimited, IMAGE_BASE: `${unlimited}/images/` },
      UPSTREAM: { UPSTREAM: unlimited },
      record: folders,
    }
    const expected = await pagesOf({})
    for (const [way, env] of Object.entries(ways)) {
      const pages = await pagesOf(env)
      for (const [path, page] of pages) expect([way, path, page]).toEqual([way, path, expected.get(path)])
      expect(pages.size).toBe(expected.size)
    }
  })
})

/** Starts the built server, and returns what its pages show, by their paths. */
async function pagesOf(env: Record<string, string>) {
  const site = await startBuiltServer(env, [], currentBuild())
  onTestFinished(() => void site.stop())
  const pages = new Map<string, string>()
  for (const { path, status } of sitePages(content)) {
    const response = await fetch(new URL(path, site.url))
    expect([path, response.status]).toEqual([path, status])
    pages.set(path, shownOf(await response.text()))
  }
  return pages
}

/** The content of a page without its pictures, and without the zone of times, which a database does not store. */
function shownOf(html: string): string {
  const page = html.slice(html.indexOf('<header'), html.lastIndexOf('</footer>'))
  return page.replace(/<span class="picture[^>]*>(?:<img[^>]*>)?<\/span>|<img[^>]*>| dateTime="[^"]*"/g, '')
}
