import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { replaceFile } from '../../server/files'
import { emptyFolder } from '../support/folders'

test('a file that can not be replaced leaves nothing beside it', async () => {
  const folder = await emptyFolder()
  await mkdir(join(folder, 'blogs.json'))
  await writeFile(join(folder, 'blogs.json', 'inside'), '')
  await expect(replaceFile(join(folder, 'blogs.json'), '[]')).rejects.toThrow()
  expect(await readdir(folder)).toStrictEqual(['blogs.json'])
})
