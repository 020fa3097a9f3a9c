import { expect, it } from 'vitest'
import { fullContent } from '../../contract-check/drifting-server'
import { serve } from '../../contract-check/run'
import { runShell } from '../../scripts/run-script'

// Limits the heap, because the memory of a whole process depends on the machine. `--help` needs a heap of 24 MB (Node 22).
it('a check of 200 items of each kind fits in a heap of 40 MB', async () => {
  const { url } = await serve({}, fullContent(200))
  const command = `--import tsx contract-check/command-line/cli.ts ${url}`
  expect(await runShell(`node --max-old-space-size=40 ${command}`, {})).toMatchObject({ code: 0 })
  // Tests that the limit works, because even the start of the command needs more than 8 MB.
  expect((await runShell(`node --max-old-space-size=8 ${command}`, {})).code).not.toBe(0)
})
