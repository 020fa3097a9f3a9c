import { spawnSync } from 'node:child_process'

export type Engine = { name: 'Chromium' | 'Firefox' | 'WebKitGTK'; command: string; path: string }

/** The engines that the site supports, with the commands of Debian's packages. If its path is empty, an engine is not installed. */
export const engines: Engine[] = (
  [
    { name: 'Chromium', command: 'chromium' },
    { name: 'Firefox', command: 'firefox-esr' },
    { name: 'WebKitGTK', command: 'WebKitWebDriver' },
  ] as const
).map(({ name, command }) => {
  const { stdout } = spawnSync('sh', ['-c', `command -v ${command}`], { encoding: 'utf8' })
  return { name, command, path: stdout.trim() }
})
