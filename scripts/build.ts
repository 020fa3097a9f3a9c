import { randomUUID } from 'node:crypto'
import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { mkdir, rename, rm, symlink } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { buildName, markUsed } from '../server/pages/build-folders'
import { buildSite, builds, digestOfSources, dist, parts } from './site-build'

/**
 * `npm run build`: builds the site into `dist/builds/DIGEST`, named by the digest of its sources, and then links `dist/client`
 * and `dist/server` to it. Running servers therefore keep their files, concurrent builds do not disturb each other, and a
 * killed build leaves the previous build intact. With `--out DIR` it then copies the client for a static host.
 */

/** An unused build is deleted after this time, in milliseconds, because open pages may still request its files. */
const day = 24 * 60 * 60 * 1000

const draftName = /^draft-[\da-f-]{36}$/

const args = process.argv.slice(2)
if (args.length === 0) await makeBuild()
else {
  const { buildCommand } = await import('./build/command')
  process.exitCode = await buildCommand(args, process, process.env, makeBuild)
}

async function makeBuild(): Promise<void> {
  const name = await buildIfChanged()
  await switchTo(name)
  await removeUnused(name)
}

/** Builds the site unless a build of its sources exists. Returns the build's name. */
async function buildIfChanged(): Promise<string> {
  const name = await digestOfSources()
  const folder = join(builds, name)
  if (existsSync(folder)) {
    console.log(`Nothing to build: dist/builds/${name} is made of these sources.`)
    return name
  }
  console.log('Building the site ...')
  const draft = newDraft()
  try {
    await buildSite(draft)
    // Builds again if the sources changed during the build, because its output may mix old and new sources.
    if ((await digestOfSources()) !== name) return await buildIfChanged()
    await mkdir(builds, { recursive: true })
    await rename(draft, folder).catch((error: unknown) => {
      // Another process may have finished the same build first.
      if (!existsSync(folder)) throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  console.log(`Built dist/builds/${name}.`)
  return name
}

/** Links `dist/client` and `dist/server` to a build. */
async function switchTo(name: string): Promise<void> {
  const build = join(builds, name)
  await markUsed(build)
  for (const part of parts) {
    const link = join(dist, part)
    const draft = newDraft()
    await symlink(relative(dist, join(build, part)), draft, 'junction')
    await rename(draft, link).catch(async () => {
      // On Windows a rename cannot replace a link to a folder.
      await remove(link)
      await rename(draft, link)
    })
  }
}

/** Removes builds that were not used for a day, except this build and the previous one. Removes drafts of that age too. */
async function removeUnused(name: string): Promise<void> {
  const [, ...others] = foldersIn(builds, buildName).filter(({ path }) => path !== join(builds, name))
  for (const { path, time } of [...others, ...foldersIn(dist, draftName)]) {
    // Ignores the error of a folder that another process is removing or holds open.
    if (time < Date.now() - day) await remove(path).catch(() => undefined)
  }
}

/** Lists the folders whose names match, the most recently used first. */
function foldersIn(folder: string, name: RegExp): { path: string; time: number }[] {
  const paths = readdirSync(folder).flatMap((each) => (name.test(each) ? [join(folder, each)] : []))
  // A folder that another process has just removed counts as new, so that it is not removed again.
  const timeOf = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
  return paths.map((path) => ({ path, time: timeOf(path) })).sort((a, b) => b.time - a.time)
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
