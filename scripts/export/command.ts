import {
  exitCodes,
  type Flags,
  type Output,
  type Parsed,
  readAddress,
  readServerOptions,
  serverFlags,
  UsageError,
} from '../../contract-check/command-line/options'
import { createProgress } from '../../contract-check/command-line/progress'
import { CommandError, runCommand } from '../../contract-check/command-line/run-command'
import { ConfigError } from '../../server/config'
import { FixtureError } from '../../server/content/store'
import { RecordError, recordingText } from '../record/record'
import { exportSite } from './export-site'

// The product is that of the environment.
const { product: _, ...fromFlags } = serverFlags

const flags = {
  out: { value: 'DIR', text: 'where to; a new folder, an empty one or an export' },
  base: { value: '/PATH/', text: 'the path that the site will lie below (default /)' },
  'public-url': { value: 'URL', text: 'the origin of canonical addresses, feeds and site map (default PUBLIC_URL)' },
  quick: { text: 'leaves out share images and pictures wider than 720 pixels, which take most of the time' },
  from: { value: 'URL', text: 'exports the content of the API at URL, recorded and checked as by "npm run record"' },
  ...fromFlags,
} as const satisfies Flags

const command = {
  name: 'export',
  flags,
  before: `npm run export -- --out DIR [options]

Writes the site as files that any static host can serve, with no API: every page in both languages, pictures in all sizes, share
images, the service worker. An export that DIR holds is replaced in one step; files that have not changed keep their dates.
`,
  after: `The options after --from are those of "npm run record", for the API at URL. Content, pictures and product come from
FIXTURES_DIR, IMAGES_DIR and PRODUCT; resized pictures are kept in CACHE_DIR. Exit code: 0 exported, 1 the content or a variable has
violations, 1 or 2 --from could not be recorded, 2 a file can't be read or written, 64 wrong usage.
`,
}

/** Runs `npm run export` and returns its exit code. */
export function exportCommand(args: string[], output: Output, env = process.env): Promise<number> {
  return runCommand(command, args, output, (values) =>
    run(values, output, env).catch((error: unknown) => {
      if (error instanceof RecordError) output.stderr.write(recordingText(error))
      const isViolation = error instanceof ConfigError || error instanceof FixtureError
      throw isViolation ? new CommandError(exitCodes.drift, error.message) : error
    }),
  )
}

async function run(values: Parsed<typeof flags>['values'], output: Output, env: NodeJS.ProcessEnv): Promise<number> {
  const startedAt = performance.now()
  const { base = '/', from, 'public-url': publicUrl } = values
  if (!values.out) throw new UsageError('--out DIR is missing')
  if (!/^\/(?:[\w~-][\w.~-]*\/)*$/.test(base))
    throw new UsageError(`--base takes a path such as /demo/ that begins and ends with a slash; found "${base}"`)
  if (publicUrl && readAddress(publicUrl, '--public-url') !== new URL(publicUrl).origin)
    throw new UsageError('--public-url takes an origin such as https://www.example.org; --base takes the path')
  const { out, pages, pictures, files, written, bytes } = await exportSite({
    out: values.out,
    base,
    isQuick: values.quick ?? false,
    env: { ...env, ...(publicUrl && { PUBLIC_URL: publicUrl }) },
    ...(from !== undefined && { from: { ...readServerOptions(values), url: from, product: env.PRODUCT } }),
    progress: createProgress('export', output),
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const size = `${files} files (${written} written), ${(bytes / 1e6).toFixed(1)} MB, in ${seconds} s`
  output.stdout.write(`Exported ${pages} pages and ${pictures} pictures to ${out}: ${size}
The host must answer an address without a file with 404.html and status 404, as GitHub Pages and Cloudflare Pages do.
`)
  return exitCodes.holds
}
