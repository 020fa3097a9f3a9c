import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { replaceFolder } from '../../../scripts/record/stage'
import { emptyFolder } from '../../support/folders'
import { generateContent, writeContent } from '../../support/generated-content'
import { servedContent } from './recording'

describe('a folder is replaced', () => {
  it('and the old one is renamed, or has its name again if the new one cannot be renamed', async () => {
    const out = await emptyFolder()
    const read = (path: string) => readFile(join(out, path), 'utf8')
    for (const [folder, text] of Object.entries({ fixtures: 'old', '.record/fixtures': 'new' })) {
      await mkdir(join(out, folder), { recursive: true })
      await writeFile(join(out, folder, 'a.json'), text)
    }
    const replaceBy = (fresh: string) => replaceFolder(join(out, '.record', fresh), join(out, 'fixtures'))
    expect(() => replaceBy('nothing')).toThrow('ENOENT')
    expect(await read('fixtures/a.json')).toBe('old')
    replaceBy('fixtures')
    expect(await read('fixtures/a.json')).toBe('new')
    expect(await read('.record/old-fixtures/a.json')).toBe('old')
  })

  it('and a server that starts after a kill between the two renames serves the old one', async () => {
    const out = await emptyFolder()
    const content = generateContent({ seed: 5, size: 2 })
    await writeContent(content, out)
    await mkdir(join(out, '.record'))
    await rename(join(out, 'fixtures'), join(out, '.record/old-fixtures'))
    expect((await servedContent(out))?.courses).toEqual(content.courses)
    expect(existsSync(join(out, '.record/old-fixtures'))).toBe(false)
  })
})
