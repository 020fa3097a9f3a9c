import { afterAll, expect, test, vi } from 'vitest'

const load = vi.fn()
vi.mock('../../../server/images/resize', () => {
  load()
  return { resize: async (original: Buffer) => original }
})

// Loaded again for this mock, and for no other file.
vi.resetModules()
const { startApp } = await import('../../support/app')
afterAll(() => void vi.resetModules())

test('the picture library is loaded before a picture is asked for', async () => {
  await startApp()
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce(), { timeout: 20_000 })
})
