import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { restoreFolder, stageOf } from '../../server/content/restore'

/** Another recording is writing to the same folder. */
export class BusyError extends Error {
  override readonly name = 'BusyError'
}

type Owner = { pid: number; url: string; startedAt: number }

/** The time for which the pictures of an interrupted recording are reused, in milliseconds. */
const resumeTime = 60 * 60 * 1000

/** A folder next to `fixtures` and `images`. A rename moves finished content from here to its place. */
export type Stage = { path: string; downloads: string; remove: () => void }

/**
 * Creates the stage of `out`, or takes over that of an interrupted recording. Reuses its pictures if they are from the same
 * server and recent. Throws a BusyError while another recording runs.
 */
export function claimStage(out: string, url: string): Stage {
  const path = stageOf(out)
  const downloads = join(path, 'downloads')
  mkdirSync(out, { recursive: true })
  try {
    mkdirSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const owner = readOwner(path)
    if (owner && isAlive(owner.pid)) {
      throw new BusyError(`process ${owner.pid} is recording into ${out}; if it isn't, delete ${path}`)
    }
    for (const name of ['images', 'fixtures']) restoreFolder(join(out, name))
    const isResumable = owner?.url === url && Date.now() - owner.startedAt < resumeTime
    for (const name of readdirSync(path)) {
      if (name !== 'downloads' || !isResumable) rmSync(join(path, name), { recursive: true })
    }
  }
  const owner: Owner = { pid: process.pid, url, startedAt: Date.now() }
  writeFileSync(join(path, 'owner.json'), JSON.stringify(owner))
  mkdirSync(downloads, { recursive: true })
  // Retries the removal, because downloads in progress may still create files in the folder.
  return {
    path,
    downloads,
    remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 }),
  }
}

function readOwner(path: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(join(path, 'owner.json'), 'utf8')) as Owner
  } catch {
    // The recording was killed before it had written this file.
    return undefined
  }
}

function isAlive(pid: number): boolean {
  // In a container the next process often has the process id of the last one.
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
