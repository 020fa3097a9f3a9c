import { expect, onTestFinished, test, vi } from 'vitest'
import { isSavingData } from '../../client/data/save-data'

test.each([
  [undefined, false],
  [{ saveData: true }, true],
  [{ effectiveType: '4g' }, false],
  [{ effectiveType: 'slow-2g' }, true],
])('a visitor with the connection %j saves data: %s', (connection, expected) => {
  vi.stubGlobal('navigator', { connection })
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(isSavingData()).toBe(expected)
})
