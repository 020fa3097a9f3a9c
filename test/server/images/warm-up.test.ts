import { afterAll, expect, test, vi } from 'vitest'

const load = vi.fn()
vi.mock('../../../server/images/resize', () => {
  load()
  return { resize: async (original: Buffer) => original }
})

// Loaded again for this mock, and for no other file.
vi.resetModules()
const { build } = await import('../../helper')
afterAll(() => void vi.resetModules())

test('the picture library is loaded before a picture is asked for', async () => {
  await build()
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce(), { timeout: 20_000 })
})
