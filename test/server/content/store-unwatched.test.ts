import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openStore, type StoreEvent } from '../../../server/content/store'
import { tempContent } from '../../support/app'

/** The errors of a system without free watches (inotify), or with an unreadable parent folder. */
test.each(['ENOSPC', 'EMFILE', 'EACCES'])(
  'a folder that cannot be watched (%s) is logged and still served',
  async (code) => {
    const watch = vi.spyOn(fs, 'watch').mockImplementation(() => {
      throw Object.assign(new Error(`${code}: no watch`), { code })
    })
    syncBuiltinESMExports()
    onTestFinished(() => {
      watch.mockRestore()
      syncBuiltinESMExports()
    })
    const store = await openStore({ ...(await tempContent()), product: 'ugarit' })
    const events: StoreEvent[] = []
    store.watch((event) => events.push(event))
    expect(events).toMatchObject([
      { kind: 'unwatched', error: { code } },
      { kind: 'unwatched', error: { code } },
    ])
    expect(store.content().version).toBe(1)
    store.close()
  },
)
