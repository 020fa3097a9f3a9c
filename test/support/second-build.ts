import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { currentBuild } from '../../scripts/site-build'
import { root } from './app'

/**
 * Creates a second version of the built site, in which every hashed file has another name. It lies inside this repository, so that
 * its server finds its packages, but not next to the first version. Returns the folder and a function that removes the folder.
 */
export async function secondBuild(): Promise<{ distDir: string; remove: () => Promise<void> }> {
  const folder = join(root, 'node_modules/.cache', `second-build-${process.pid}`)
  const distDir = join(folder, 'second')
  await cp(currentBuild(), distDir, { recursive: true })
  const assets = join(distDir, 'client/assets')
  const names = (await readdir(assets)).filter((name) => !/\.(?:br|gz)$/.test(name))
  const renamed = new Map(names.map((name) => [name, name.replace(/-[\w-]{8}(?=\.\w+$)/, '-SECOND00')]))
  const patternOf = (found: string[]) => new RegExp(found.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g')
  // The server's chunks keep their names, because some have the same name as a chunk of the client.
  const [inServer, inClient] = [patternOf(names.filter((name) => !name.endsWith('.js'))), patternOf(names)]
  for (const name of await readdir(distDir, { recursive: true })) {
    const path = join(distDir, name)
    // Removes the compressed files, which still have the first version's text.
    if (/\.(?:br|gz)$/.test(name)) await rm(path)
    else if (['.js', '.css', '.html', '.json'].includes(extname(name))) {
      const text = await readFile(path, 'utf8')
      await writeFile(
        path,
        text.replace(name.startsWith('server/') ? inServer : inClient, (found) => renamed.get(found) ?? found),
      )
    }
  }
  for (const [from, to] of renamed) await rename(join(assets, from), join(assets, to))
  const worker = join(distDir, 'client/sw.js')
  const text = await readFile(worker, 'utf8')
  await writeFile(worker, text.replace(/(version:\s*[`'"])/, '$1second-'))
  return { distDir, remove: () => rm(folder, { recursive: true, force: true }) }
}
