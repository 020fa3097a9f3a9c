import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { generateContent } from './generated-content'
import { build, root } from './helper'
import { readContent } from './shipped-content'
import { sitePages } from './site-pages'

const require = createRequire(import.meta.url)

/** The package's one export is where its jar lies; it has no types. */
const vnu: string = require('vnu-jar')

type Remark = { type: string; url?: string; lastLine?: number; message: string; extract?: string }

/** Only where there is Java to run it with; the reference machine has it. */
const hasJava = spawnSync('java', ['-version']).status === 0

describe('the Nu HTML checker', () => {
  test('is a file of its package', () => {
    expect(vnu).toMatch(/vnu\.jar$/)
  })

  if (hasJava) {
    test.each([
      ['shipped', undefined],
      ['generated', generateContent({ seed: 11, size: 12 })],
    ] as const)(
      'finds no error in any page of the %s content',
      async (_, generated) => {
        const { request } = await build({ distDir: join(root, 'dist'), ...(generated && { content: generated }) })
        const folder = await mkdtemp(join(tmpdir(), 'ugarit-html-'))
        onTestFinished(() => rm(folder, { recursive: true, force: true }))
        const urls = sitePages(generated ?? (await readContent())).map(({ path }) => path)
        for (const [index, url] of urls.entries()) {
          const { text } = await request.get(url)
          await writeFile(join(folder, `${index}.html`), text)
        }
        const remarks = await check(folder)
        const errors = remarks.map(({ url = '', lastLine, message, extract }) => {
          const page = urls[Number(/(\d+)\.html$/.exec(url)?.[1])]
          return `${page}:${lastLine} ${message} ${extract?.slice(0, 120)}`
        })
        expect(errors).toStrictEqual([])
      },
      120_000,
    )
  }
})

function check(folder: string): Promise<Remark[]> {
  return new Promise((resolve, reject) => {
    const args = ['-jar', vnu, '--errors-only', '--format', 'json', '--exit-zero-always', folder]
    execFile('java', args, { maxBuffer: 64 * 1024 * 1024 }, (error, _, report) => {
      if (error) reject(error)
      else resolve((JSON.parse(report) as { messages: Remark[] }).messages)
    })
  })
}
