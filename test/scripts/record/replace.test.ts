import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { replaceFolder } from '../../../scripts/record/stage'
import { openStore } from '../../../server/content/store'
import { emptyFolder } from '../../support/folders'
import { generateContent, writeContent } from '../../support/generated-content'

async function setUp() {
  const out = await emptyFolder()
  const stage = join(out, '.record')
  for (const [folder, text] of [
    [join(out, 'fixtures'), 'old'],
    [join(stage, 'fixtures'), 'new'],
  ] as const) {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'a.json'), text)
  }
  return { out, stage, content: () => readFile(join(out, 'fixtures/a.json'), 'utf8') }
}

describe('a folder is replaced', () => {
  it('and the old one is renamed', async () => {
    const { out, stage, content } = await setUp()
    replaceFolder(join(stage, 'fixtures'), join(out, 'fixtures'))
    expect(await content()).toBe('new')
    expect(await readFile(join(stage, 'old-fixtures/a.json'), 'utf8')).toBe('old')
  })

  it('or has its name again if the new one cannot be renamed', async () => {
    const { out, stage, content } = await setUp()
    expect(() => replaceFolder(join(stage, 'nothing'), join(out, 'fixtures'))).toThrow('ENOENT')
    expect(await content()).toBe('old')
  })

  it('and a server that starts after a kill between the two renames serves the old one', async () => {
    const out = await emptyFolder()
    const content = generateContent({ seed: 5, size: 2 })
    await writeContent(content, out)
    const [fixturesDir, imagesDir] = [join(out, 'fixtures'), join(out, 'images')]
    await mkdir(join(out, '.record'))
    await rename(fixturesDir, join(out, '.record/old-fixtures'))
    const store = await openStore({ fixturesDir, imagesDir, product: 'ugarit' })
    store.close()
    expect(store.content().homeData[0]?.courses).toHaveLength(content.courses.length)
    expect(existsSync(join(out, '.record/old-fixtures'))).toBe(false)
  })
})
