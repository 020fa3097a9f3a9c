import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { restore } from './replace'

/** Another recording is writing to the same folder. */
export class BusyError extends Error {
  override readonly name = 'BusyError'
}

type Owner = { pid: number; url: string; startedAt: number }

/** How long the pictures of an interrupted recording are taken for the server's present ones, in milliseconds. */
const resumeTime = 60 * 60 * 1000

/** A folder beside `fixtures` and `images`: finished content gets into their place by a rename. */
export type Stage = { path: string; downloads: string; remove: () => void }

/**
 * Takes the stage of `out`, or what an interrupted recording left of it: its pictures are kept when they are of the same
 * server and not old. Throws a BusyError while another recording runs.
 */
export function claimStage(out: string, url: string): Stage {
  const path = join(out, '.record')
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
    restore(path, out)
    const isResumable = owner?.url === url && Date.now() - owner.startedAt < resumeTime
    for (const name of readdirSync(path)) {
      if (name !== 'downloads' || !isResumable) rmSync(join(path, name), { recursive: true })
    }
  }
  const owner: Owner = { pid: process.pid, url, startedAt: Date.now() }
  writeFileSync(join(path, 'owner.json'), JSON.stringify(owner))
  mkdirSync(downloads, { recursive: true })
  // Files of downloads under way may still appear while their folder goes.
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
    // Killed before it wrote its name, or while it did.
    return undefined
  }
}

function isAlive(pid: number): boolean {
  // In a container the next process may well have the number of the last one.
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
