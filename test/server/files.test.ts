import { mkdir, readdir, writeFile } from 'node:fs/promises'
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
