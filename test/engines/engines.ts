import { spawnSync } from 'node:child_process'
import { oldChromiums } from './old-chromiums'

/**
 * `args` are arguments for Chromium. `fonts` is the path of a font configuration, for a browser that does not use the machine's fonts.
 */
export type Engine = { name: string; command: string; path: string; args?: string[]; fonts?: string }

/** The engines that the site supports, with the commands of Debian's packages. If its path is empty, an engine is not installed. */
const installed: Engine[] = [
  { name: 'Chromium', command: 'chromium' },
  { name: 'Firefox', command: 'firefox-esr' },
  { name: 'WebKitGTK', command: 'WebKitWebDriver' },
].map(({ name, command }) => {
  const { stdout } = spawnSync('sh', ['-c', `command -v ${command}`], { encoding: 'utf8' })
  return { name, command, path: stdout.trim() }
})

/** All engines that walk the journeys. */
export const engines: Engine[] = [...installed, ...oldChromiums]
