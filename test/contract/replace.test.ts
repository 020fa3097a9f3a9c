import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { replaceFolder, restore } from '../../scripts/record/replace'
import { emptyFolder } from '../folders'

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

/** A machine without perl and mv: nothing can exchange two folders there. */
function withoutCommands(): void {
  const { PATH } = process.env
  process.env.PATH = '/nowhere'
  onTestFinished(() => {
    process.env.PATH = PATH
  })
}

describe('a folder is replaced', () => {
  it.runIf(process.platform === 'linux')('in one step where two can be exchanged', async () => {
    const { out, stage, content } = await setUp()
    replaceFolder('fixtures', stage, out)
    expect(await content()).toBe('new')
    // The old one lies where the new one was.
    expect(await readFile(join(stage, 'fixtures/a.json'), 'utf8')).toBe('old')
  })

  it('in two renames elsewhere', async () => {
    withoutCommands()
    const { out, stage, content } = await setUp()
    replaceFolder('fixtures', stage, out)
    expect(await content()).toBe('new')
    expect(await readFile(join(stage, 'old-fixtures/a.json'), 'utf8')).toBe('old')
  })

  it('and put back when a kill came between the two', async () => {
    const { out, stage, content } = await setUp()
    await rename(join(out, 'fixtures'), join(stage, 'old-fixtures'))
    restore(stage, out)
    expect(await content()).toBe('old')
    expect(existsSync(join(stage, 'old-fixtures'))).toBe(false)
  })
})
