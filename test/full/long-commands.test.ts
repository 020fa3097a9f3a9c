import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findNginx } from '../../scripts/failover/nginx'
import { root } from '../helper'
import { runShell } from '../scripts/run-script'
import { requireProgram } from './requirements'

const readme = readFileSync(join(root, 'README.md'), 'utf8')
const {
  SOAK_MINUTES = '1',
  FUZZ_REQUESTS = '10000',
  HOSTILE_STEP = '96',
  STRESS_SECONDS = '20',
  FAILOVER_SECONDS = '12',
} = process.env

/** A command of the README and how long it runs here. */
test.each([
  ['npm run soak -- --minutes 30', `npm run soak -- --minutes ${SOAK_MINUTES}`],
  ['npm run fuzz -- --requests 100000', `npm run fuzz -- --requests ${FUZZ_REQUESTS}`],
  ['npm run hostile-content', `npm run hostile-content -- --step ${HOSTILE_STEP}`],
  // The other parts have limits in time, and a thousand connections meet the server's own on a slow machine.
  ['npm run stress', `npm run stress -- --parts load --connections 200 --seconds ${STRESS_SECONDS}`],
])('%s finds nothing wrong', async (named, command) => {
  expect(readme).toContain(`\`${named}\``)
  const { code, stdout, stderr } = await runShell(command, {})
  expect(code, stdout + stderr).toBe(0)
})

test('npm run failover: nginx loses no request when one of two instances ends', async ({ skip }) => {
  requireProgram('nginx', (await findNginx()) !== undefined, skip)
  expect(readme).toContain('`npm run failover`')
  const { code, stdout, stderr } = await runShell(`npm run failover -- --seconds ${FAILOVER_SECONDS}`, {})
  expect(code, stdout + stderr).toBe(0)
})
