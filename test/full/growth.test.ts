import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { root } from '../support/app'

/** The longest silence of the process, in milliseconds. It is far longer than any linear work, and ends what never ends. */
const maxSilence = 120_000

test('functions over text of others end on hostile texts, in linear time', { timeout: 600_000 }, async () => {
  // A process of its own can be ended while a function hangs.
  const script = join(root, 'test/growth/run-work.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let last = ''
  const kill = () => child.kill('SIGKILL')
  let timer = setTimeout(kill, maxSilence)
  for await (const line of createInterface(child.stdout)) {
    last = line
    clearTimeout(timer)
    timer = setTimeout(kill, maxSilence)
  }
  clearTimeout(timer)
  expect(last).toBe('done')
})
