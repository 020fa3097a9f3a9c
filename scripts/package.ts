import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildServerWith, currentBuild, root } from './site-build'

/**
 * `npm run package`: makes `cli/package/dist`, ready for `npm pack`: the server with the command as its entry, the current build of the
 * client, and the shipped fixtures and images.
 */
const out = join(root, 'cli/package/dist')
await rm(out, { recursive: true, force: true })
await buildServerWith('cli/main.ts', join(out, 'server'))
await cp(join(currentBuild(), 'client'), join(out, 'client'), { recursive: true })
for (const name of ['fixtures', 'images', 'docs/third-party.md'])
  await cp(join(root, name), join(out, name), { recursive: true })
