import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { currentBuild, digestOfSources, dist } from '../scripts/site-build.ts'

/** Says at the start of `npx vitest run` if tests of the built server will run older sources than those on disk. */
export default async function setup(): Promise<void> {
  if (existsSync(join(dist, 'server')) && basename(currentBuild()) === (await digestOfSources())) return
  process.stderr.write(
    'dist is no build of the sources on disk. Tests of the built server need "npm run build" first.\n',
  )
}
