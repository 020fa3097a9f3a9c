import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { feedWatchdog } from '../../server/watchdog'
import { emptyFolder } from '../support/folders'

/** Puts a program in place of systemd-notify that notes what it is called with. */
async function noteCalls(): Promise<() => Promise<string[]>> {
  const folder = await emptyFolder()
  const [program, calls] = [join(folder, 'systemd-notify'), join(folder, 'calls')]
  await writeFile(program, `#!/bin/sh\necho "$@" >> "${calls}"\n`)
  await chmod(program, 0o755)
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  return async () => (await readFile(calls, 'utf8').catch(() => '')).split('\n').filter(Boolean)
}

const { log } = fastify()
const pid = String(process.pid)

test('systemd is told again and again that the server lives', async () => {
  const timers = vi.spyOn(globalThis, 'setInterval')
  onTestFinished(() => {
    for (const { value } of timers.mock.results) clearInterval(value)
    timers.mockRestore()
  })
  const calls = await noteCalls()
  feedWatchdog({ WATCHDOG_USEC: '100000', WATCHDOG_PID: pid }, log)
  expect(timers.mock.calls.map(([, milliseconds]) => milliseconds)).toStrictEqual([50])
  await expect.poll(async () => (await calls()).length).toBeGreaterThan(2)
  expect(new Set(await calls())).toStrictEqual(new Set(['WATCHDOG=1']))
})

test("nothing is sent without a watchdog, and with another process's", () => {
  const timers = vi.spyOn(globalThis, 'setInterval')
  onTestFinished(() => timers.mockRestore())
  for (const env of [{}, { WATCHDOG_USEC: '100000', WATCHDOG_PID: '1' }]) feedWatchdog(env, log)
  expect(timers).not.toHaveBeenCalled()
})
