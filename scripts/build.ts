import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { buildName, markUsed } from '../server/pages/builds'
import { buildSite, currentName, dist, entry, entryLine } from './builds'

/*
 * `npm run build`: builds the site into a folder of its own, named by the digest of its sources, and then switches to it. So servers
 * that run keep their files, two builds at once don't disturb each other, and one that is killed leaves the last one as it was.
 */

const root = resolve(import.meta.dirname, '..')

/** All that a build is made of. */
const sources = {
  folders: ['client', 'contract', 'markup', 'publish', 'server', 'scripts/build'],
  files: ['package.json', 'package-lock.json', 'tsconfig.json', 'scripts/builds.ts'],
}

/** How long a build stays that no server uses, in milliseconds: pages that were opened with it may still ask for its files. */
const day = 24 * 60 * 60 * 1000

const draftName = /^draft-[\da-f-]{36}$/

const name = await build()
await switchTo(name)
await removeUnused(name)

/** Gives the name of the sources' build, which is made unless it is there. */
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
    // Edited meanwhile: what was built is made of neither state.
    if ((await digestOfSources()) !== name) return await build()
    await rename(draft, folder).catch((error: unknown) => {
      // Another process may have been quicker.
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

/** Makes `node dist/server/main.js` start this build, in one step. */
async function switchTo(name: string): Promise<void> {
  await markUsed(join(dist, name))
  if (currentName() === name) return
  const draft = newDraft()
  await writeFile(draft, entryLine(name))
  await mkdir(dirname(entry), { recursive: true })
  await rename(draft, entry)
}

/** Leaves this build, the one before it and all that were used within a day; drafts of builds that were killed go after a day too. */
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

/** When a folder was used last, in milliseconds since 1970; now, when it has gone. */
async function timeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Date.now(),
  )
}

/** Under a build's name there is a whole one or none, so it loses its name first. */
async function remove(path: string): Promise<void> {
  const draft = newDraft()
  await rename(path, draft)
  await rm(draft, { recursive: true, force: true })
}

function newDraft(): string {
  return join(dist, `draft-${randomUUID()}`)
}
