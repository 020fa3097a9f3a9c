import { chmod, chown, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder, replaceFile } from '../../server/files'
import { emptyFolder } from '../support/folders'

test('a file that can not be replaced leaves nothing beside it', async () => {
  const folder = await emptyFolder()
  await mkdir(join(folder, 'blogs.json'))
  await writeFile(join(folder, 'blogs.json', 'inside'), '')
  await expect(replaceFile(join(folder, 'blogs.json'), '[]')).rejects.toThrow()
  expect(await readdir(folder)).toStrictEqual(['blogs.json'])
})

test('a folder is made once by many at once, and fails at once where nobody may', async () => {
  const path = join(await emptyFolder(), 'made', 'when', 'needed')
  await Promise.all(Array.from({ length: 8 }, () => makeFolder(path)))
  expect(await readdir(path)).toStrictEqual([])
  // Not even root may write there.
  await expect(makeFolder('/proc/cache/pictures')).rejects.toThrow()
})

test('a linked file stays linked, with the mode and the group of what it leads to', async () => {
  const folder = await emptyFolder()
  const [file, link] = [join(folder, 'real.json'), join(folder, 'blogs.json')]
  await writeFile(file, 'old')
  await chmod(file, 0o640)
  if (process.getuid?.() === 0) await chown(file, 1, 2)
  const { uid, gid } = await stat(file)
  await symlink('real.json', link)
  await replaceFile(link, 'new')
  expect((await lstat(link)).isSymbolicLink()).toBe(true)
  expect(await readFile(file, 'utf8')).toBe('new')
  expect(await stat(file)).toMatchObject({ uid, gid, mode: 0o100640 })
  expect((await readdir(folder)).sort()).toStrictEqual(['blogs.json', 'real.json'])
})
