import { afterEach, expect, test, vi } from 'vitest'
import { launchOptions } from './chromium'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

test.each([
  ['darwin', 'arm64'],
  ['win32', 'x64'],
  ['linux', 'arm64'],
])('on %s and %s, where the npm package has no browser, tests run in the installed Chrome', async (platform, arch) => {
  vi.stubEnv('CHROME_PATH', '')
  const values = { platform: { value: platform }, arch: { value: arch } }
  vi.stubGlobal('process', Object.create(process, values))
  expect(await launchOptions()).toMatchObject({ channel: 'chrome' })
  vi.stubEnv('CHROME_PATH', '/a/browser')
  expect(await launchOptions()).toMatchObject({ executablePath: '/a/browser' })
})
