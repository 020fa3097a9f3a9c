import { expect, it } from 'vitest'
import { wholeSite } from '../../scripts/contract/drifting-server'
import { serve } from '../../scripts/contract/run'
import { runShell } from '../../scripts/run-script'

// The most memory of a process depends on the machine; the limit of its heap does not. `--help` takes 24 MB of it (Node 22).
it('a check of 200 items of each kind fits in a heap of 40 MB', async () => {
  const { url } = await serve({}, wholeSite(200))
  const command = `--import tsx scripts/contract/command-line/cli.ts ${url}`
  expect(await runShell(`node --max-old-space-size=40 ${command}`, {})).toMatchObject({ code: 0 })
  // The limit is real: a heap of 8 MB does not even hold the command.
  expect((await runShell(`node --max-old-space-size=8 ${command}`, {})).code).not.toBe(0)
})
