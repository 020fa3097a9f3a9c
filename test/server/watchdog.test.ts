import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { feedWatchdog } from '../../server/watchdog'
import { emptyFolder } from '../support/folders'

test('systemd is told again and again that the server lives, if it asks this process for that', async () => {
  const folder = await emptyFolder()
  const [program, calls] = [join(folder, 'systemd-notify'), join(folder, 'calls')]
  await writeFile(program, `#!/bin/sh\necho "$@" >> "${calls}"\n`)
  await chmod(program, 0o755)
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`)
  const timers = vi.spyOn(globalThis, 'setInterval')
  onTestFinished(() => {
    for (const { value } of timers.mock.results) clearInterval(value)
    timers.mockRestore()
    vi.unstubAllEnvs()
  })
  const { log } = fastify()
  const WATCHDOG_USEC = '100000'
  for (const env of [{}, { WATCHDOG_USEC, WATCHDOG_PID: '1' }]) feedWatchdog(env, log)
  expect(timers).not.toHaveBeenCalled()
  feedWatchdog({ WATCHDOG_USEC, WATCHDOG_PID: String(process.pid) }, log)
  expect(timers.mock.calls.map(([, milliseconds]) => milliseconds)).toStrictEqual([50])
  const lines = async () => (await readFile(calls, 'utf8').catch(() => '')).split('\n').filter(Boolean)
  await expect.poll(async () => (await lines()).length).toBeGreaterThan(2)
  expect(new Set(await lines())).toStrictEqual(new Set(['WATCHDOG=1']))
})
