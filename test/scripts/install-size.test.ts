import { existsSync, readFileSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/app'

test('a production install without the picture library is at most 80 MB', async () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>
  }
  // Counts outer folders only, because a package's folder contains the packages that only it uses.
  const isOuter = (path: string) => /^node_modules\/(?!sharp$|@img\/)(?!.*node_modules)/.test(path)
  const folders = Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => isOuter(path) && !dev && !devOptional && existsSync(join(root, path)))
    .map(([path]) => join(root, path))
  expect(folders.length).toBeGreaterThan(20)
  let bytes = 0
  for (const folder of folders)
    for (const path of await readdir(folder, { recursive: true })) {
      const entry = await stat(join(folder, path))
      if (entry.isFile()) bytes += entry.size
    }
  expect(bytes).toBeLessThanOrEqual(80_000_000)
})
