import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { wholeSite } from '../../scripts/contract/drifting-server'
import { serve } from '../../scripts/contract/run'
import { root } from '../../support/app'

/** The exit code of the command with a heap of so many megabytes; `null` if V8 ended it. */
async function run(megabytes: number, argument: string): Promise<number | null> {
  const args = [
    `--max-old-space-size=${megabytes}`,
    '--import',
    'tsx',
    join(root, 'scripts/contract/command-line/cli.ts'),
    argument,
  ]
  const [code] = await once(spawn(process.execPath, args, { cwd: root, stdio: 'ignore' }), 'close')
  return code
}

// The most memory of a process depends on the machine; the limit of its heap does not. `--help` takes 24 MB of it (Node 22).
it('a check of 200 items of each kind fits in a heap of 40 MB', async () => {
  const { url } = await serve({}, wholeSite(200))
  expect(await run(40, url)).toBe(0)
  // The limit is real: a heap of 8 MB does not even hold the command.
  expect(await run(8, url)).not.toBe(0)
})
