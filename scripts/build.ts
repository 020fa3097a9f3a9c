import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { buildName, markUsed } from '../server/pages/builds'
import { buildSite, currentName, dist, entry, entryLine } from './builds'

/*
 * `npm run build`: builds the site into a new folder named by the digest of its sources, then switches to it. Running servers keep
 * their files, two builds at once do not disturb each other, and a killed build leaves the last one intact.
 */

const root = resolve(import.meta.dirname, '..')

/** The files and folders that a build is made from. */
const sources = {
  folders: ['client', 'contract', 'markup', 'publish', 'server', 'scripts/build'],
  files: ['package.json', 'package-lock.json', 'tsconfig.json', 'scripts/builds.ts'],
}

/** How long an unused build is kept, in milliseconds: open pages may still request its files. */
const day = 24 * 60 * 60 * 1000

const draftName = /^draft-[\da-f-]{36}$/

const name = await build()
await switchTo(name)
await removeUnused(name)

/** Returns the name of the build of the current sources, and builds it if it does not exist. */
async function build(): Promise<string> {
  const name = await digestOfSources()
  const folder = join(dist, name)
  if (existsSync(folder)) {
    console.log(`Nothing to build: dist/${name} is made of these sources.`)
    return name
  }
  console.log('Building the site ...')
  const draft = newDraft()
  try {
    await buildSite(draft)
    // The sources were edited during the build, so its output matches neither state.
    if ((await digestOfSources()) !== name) return await build()
    await rename(draft, folder).catch((error: unknown) => {
      // Another process may have finished the same build first.
      if (!existsSync(folder)) throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  console.log(`Built dist/${name}.`)
  return name
}

async function digestOfSources(): Promise<string> {
  const inFolders = await Promise.all(
    sources.folders.map(async (folder) => {
      const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
      return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    }),
  )
  const paths = [...sources.files.map((file) => join(root, file)), ...inFolders.flat()].sort()
  const hash = createHash('sha256').update(process.version)
  for (const path of paths) {
    const body = await readFile(path)
    hash.update(`\n${relative(root, path)} ${body.length}\n`).update(body)
  }
  return hash.digest('hex').slice(0, 16)
}

/** Makes `node dist/server/main.js` start this build, in one atomic step. */
async function switchTo(name: string): Promise<void> {
  await markUsed(join(dist, name))
  if (currentName() === name) return
  const draft = newDraft()
  await writeFile(draft, entryLine(name))
  await mkdir(dirname(entry), { recursive: true })
  await rename(draft, entry)
}

/** Keeps this build, the previous one and all used within a day. Drafts of killed builds are removed after a day too. */
async function removeUnused(name: string): Promise<void> {
  const names = (await readdir(dist)).filter((each) => each !== name && (buildName.test(each) || draftName.test(each)))
  const others = await Promise.all(names.map(async (each) => ({ each, time: await timeOf(join(dist, each)) })))
  others.sort((a, b) => b.time - a.time)
  const previous = others.find(({ each }) => buildName.test(each))
  for (const other of others) {
    if (other === previous || other.time > Date.now() - day) continue
    // Another process may be removing it, or hold it open.
    await remove(join(dist, other.each)).catch(() => undefined)
  }
}

/** When a folder was last used, in milliseconds since 1970; the current time if it no longer exists. */
async function timeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Date.now(),
  )
}

/** Renames the folder before deleting it, so that a build's name never points to half a build. */
async function remove(path: string): Promise<void> {
  const draft = newDraft()
  await rename(path, draft)
  await rm(draft, { recursive: true, force: true })
}

function newDraft(): string {
  return join(dist, `draft-${randomUUID()}`)
}
