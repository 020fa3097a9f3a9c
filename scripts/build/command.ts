import {
  exitCodes,
  type Flags,
  type Output,
  type Parsed,
  readAddress,
  UsageError,
} from '../../contract-check/command-line/options'
import { CommandError, runCommand } from '../../contract-check/command-line/run-command'
import { ConfigError, readConfig } from '../../server/config'
import { urlOrPath } from '../../server/config-kinds'
import { copyClient } from './copy-client'

const flags = {
  out: { value: 'DIR', text: 'where to; a new folder, an empty one or an earlier build' },
  'base-url': { value: 'URL', text: 'the API that the pages call (default: the origin of the pages)' },
  'image-base': { value: 'URL', text: 'where pictures are, an address or a path (default: /images/ of the API)' },
} as const satisfies Flags

const command = {
  name: 'build',
  flags,
  before: `npm run build
npm run build -- --out DIR [--base-url URL] [--image-base URL]

Builds the site into dist. With --out it also writes the client as a folder for a static host: index.html has these addresses in
its meta tags, and the pages call the API in the browser. A build that DIR holds is replaced in one step.
`,
  after: `Product and further hosts of pictures come from PRODUCT and IMAGE_HOSTS. "npm run export" writes whole pages, with no API.
Exit code: 0 built, 1 a variable can't be used or the build failed, 2 a file can't be read or written, 64 wrong usage.
`,
}

/** Runs `npm run build` with options, and returns its exit code. `build` makes the current build once the options are right. */
export function buildCommand(
  args: string[],
  output: Output,
  env: NodeJS.ProcessEnv = process.env,
  build: () => Promise<void> = async () => undefined,
): Promise<number> {
  return runCommand(command, args, output, async (values) => {
    const out = values.out || undefined
    if (out === undefined) throw new UsageError('--out DIR is missing')
    const config = readSettings(values, env)
    const files = await copyClient(out, config, build)
    output.stdout.write(`Wrote the client into ${out}: ${files} files.
Copy the folder to a static host that answers every address without a file with index.html and status 200.
`)
    return exitCodes.holds
  })
}

/** The settings of the pages. Throws a UsageError for an address that cannot be used. */
function readSettings(values: Parsed<typeof flags>['values'], { PRODUCT, IMAGE_HOSTS }: NodeJS.ProcessEnv) {
  const { 'base-url': baseUrl, 'image-base': imageBase } = values
  const isPath = imageBase !== undefined && urlOrPath.parse(imageBase) !== undefined
  try {
    return readConfig({
      PRODUCT,
      IMAGE_HOSTS,
      BASE_URL: baseUrl === undefined ? '' : readAddress(baseUrl, '--base-url'),
      IMAGE_BASE: imageBase === undefined || isPath ? imageBase : readAddress(imageBase, '--image-base'),
    })
  } catch (error) {
    throw error instanceof ConfigError ? new CommandError(exitCodes.drift, error.message) : error
  }
}
