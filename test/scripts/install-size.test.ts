import { existsSync, readFileSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/app'

/** The bytes of a package's own files, without nested packages, which have entries of their own. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true })
  const sizes = entries.map(async (entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? 0 : sizeOf(path)
    return (await stat(path)).size
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

test('a production install without the picture library is at most 80 MB', async () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>
  }
  const installed = Object.entries(packages).flatMap(([path, { dev, devOptional }]) =>
    path && !dev && !devOptional && !/node_modules\/(?:sharp|@img\/.*)$/.test(path) && existsSync(join(root, path))
      ? [path]
      : [],
  )
  expect(installed.length).toBeGreaterThan(20)
  const sizes = await Promise.all(installed.map((path) => sizeOf(join(root, path))))
  const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 1e6
  if (process.env.FIGURES) console.info(`${megabytes.toFixed(1)} MB`)
  expect(megabytes).toBeLessThanOrEqual(80)
})
