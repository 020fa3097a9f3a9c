import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { variantsFolder } from './variants'

/** How long after the start, in milliseconds: the first visitors come first. */
const delay = 1_000

/**
 * Has the pictures' variants made by a process of the lowest priority, so that no visitor waits for one; gives a way to end it.
 * What goes wrong there costs nothing but the head start.
 */
export function startPicturesAhead(distDir: string, imagesDir: string, cacheDir: string): () => void {
  const script = join(distDir, 'server', 'pictures-ahead.js')
  let end: (() => void) | undefined
  const timer = setTimeout(() => {
    if (!existsSync(script)) return
    const child = fork(script, [imagesDir, variantsFolder(cacheDir)], { stdio: 'ignore', execArgv: [] })
    child.on('error', () => undefined)
    child.unref()
    child.channel?.unref()
    end = () => void child.kill()
  }, delay)
  timer.unref()
  return () => {
    clearTimeout(timer)
    end?.()
  }
}
