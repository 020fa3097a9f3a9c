import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { wholeSite } from '../../contract/drifting-server'
import { serve } from '../../contract/run'
import { root } from '../../helper'

// The process reports its own memory when it ends.
const tellMemory =
  'data:text/javascript,process.on("exit",()=>process.stderr.write("most:"+process.resourceUsage().maxRSS))'

/** The maximum memory of a run of the check, in megabytes. */
function memoryOf(argument: string): Promise<number> {
  const args = ['--import', tellMemory, '--import', 'tsx', join(root, 'scripts/contract.ts'), argument]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (text) => {
    said += text
  })
  return new Promise((resolve) => child.on('close', () => resolve(Number(/most:(\d+)/.exec(said)?.[1]) / 1024)))
}

it('a check of 200 items of each kind holds at most 50 MB more than the command with --help', async () => {
  const { url } = await serve({}, wholeSite(200))
  const [atStart, most] = [await memoryOf('--help'), await memoryOf(url)]
  if (process.env.FIGURES) console.log(`at start ${atStart.toFixed(0)} MB, at most ${most.toFixed(0)} MB`)
  expect(atStart).toBeGreaterThan(20)
  expect(most - atStart).toBeLessThan(50)
})
