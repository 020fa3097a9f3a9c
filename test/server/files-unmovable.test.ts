import { chmod, lstat, mkdir, readdir, readFile, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { emptyFolder } from '../support/folders'

/** The code of the error with which calls fail. */
const failing = { rename: '', draft: '', overwrite: [] as string[] }

function failWith(code = '', call = 'call'): void {
  if (code) throw Object.assign(new Error(`${code}: not possible, ${call}`), { code })
}

vi.mock('node:fs/promises', async (original) => {
  const module = await original<typeof import('node:fs/promises')>()
  const rename = async (from: string, to: string) => {
    failWith(failing.rename, 'rename')
    return module.rename(from, to)
  }
  const writing = async (path: string, content: string, options: object) => {
    if (!path.startsWith(`${tmpdir()}/.`)) failWith(failing.draft, 'open')
    return module.writeFile(path, content, options)
  }
  const open = async (path: string, flags: string) => {
    const file = await module.open(path, flags)
    const [write, code] = [file.writeFile.bind(file), failing.overwrite.shift()]
    file.writeFile = async (bytes) => {
      await write(code ? (bytes as Buffer).subarray(0, 1) : bytes)
      failWith(code, 'write')
    }
    return file
  }
  return { ...module, rename, open, writeFile: writing }
})

// Loads the module again with this mock, without affecting other files.
vi.resetModules()
const { replaceFile } = await import('../../server/files')
const { writeFile: write } = await vi.importActual<typeof import('node:fs/promises')>('node:fs/promises')
afterAll(() => void vi.resetModules())
beforeEach(() => void Object.assign(failing, { rename: '', draft: '', overwrite: [] }))

/** Makes a file with a mode of its own, and a link to it in another folder. */
async function linkedFile() {
  const folder = await emptyFolder()
  const [file, link] = [join(folder, 'real', 'news.json'), join(folder, 'news.json')]
  await mkdir(join(folder, 'real'))
  await write(file, 'old and longer')
  await chmod(file, 0o640)
  await symlink('real/news.json', link)
  return { folder, file, link }
}

const drafts = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('.news.json.'))

test.each(['EBUSY', 'EXDEV', 'EACCES', 'EPERM', 'EROFS'])(
  'after %s of the rename a file is overwritten',
  async (code) => {
    failing.rename = code
    const { folder, file, link } = await linkedFile()
    const { ino } = await stat(file)
    await replaceFile(link, 'new')
    expect([await readFile(file, 'utf8'), (await lstat(link)).isSymbolicLink()]).toEqual(['new', true])
    expect(await stat(file)).toMatchObject({ ino, mode: 0o100640 })
    expect(await readdir(join(folder, 'real'))).toEqual(['news.json'])
  },
)

test.each(['EACCES', 'EROFS'])(
  'where a folder answers %s, its file is overwritten with a draft elsewhere',
  async (code) => {
    Object.assign(failing, { draft: code, rename: 'EXDEV' })
    const { file, link } = await linkedFile()
    await replaceFile(link, 'new')
    expect(await readFile(file, 'utf8')).toBe('new')
    expect(await drafts()).toEqual([])
    await expect(replaceFile(join(file, '..', 'absent.json'), 'new')).rejects.toThrow(
      `absent.json can't be written: ${code}`,
    )
  },
)

test('a full disk keeps the old content of a file that is overwritten, and the error names the file', async () => {
  Object.assign(failing, { rename: 'EBUSY', overwrite: ['ENOSPC'] })
  const { folder, file, link } = await linkedFile()
  const message = `${link} can't be written: the disk is full (ENOSPC)`
  await expect(replaceFile(link, 'new')).rejects.toMatchObject({ name: 'WriteError', code: 'ENOSPC', message })
  expect(await readFile(file, 'utf8')).toBe('old and longer')
  expect(await readdir(join(folder, 'real'))).toEqual(['news.json'])
})

test('if the old content cannot be written back either, the error tells where the new content is', async () => {
  Object.assign(failing, { rename: 'EBUSY', overwrite: ['ENOSPC', 'EIO'] })
  const { link } = await linkedFile()
  const { message } = (await replaceFile(link, 'new').catch((error: Error) => error as Error)) as Error
  const [, draft = ''] = /It is incomplete now; the new content is in (.*)$/.exec(message) ?? []
  expect(await readFile(draft, 'utf8')).toBe('new')
})

test('a link to a file that is not there yet stays, and the file is made', async () => {
  const folder = await emptyFolder()
  await symlink('later.json', join(folder, 'news.json'))
  await replaceFile(join(folder, 'news.json'), 'new')
  expect((await lstat(join(folder, 'news.json'))).isSymbolicLink()).toBe(true)
  expect(await readFile(join(folder, 'later.json'), 'utf8')).toBe('new')
})
