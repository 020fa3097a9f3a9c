import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fixtureNames } from '#contract/fixture-files'
import { exitCodes, type Flags, type Output, type Parsed, UsageError } from '../contract-check/command-line/options'
import { CommandError, runCommand } from '../contract-check/command-line/run-command'
import { folder, type Kind, portNumber, productSlug } from '../server/config-kinds'
import manifest from './package/package.json' with { type: 'json' }

const flags = {
  port: { value: 'N', text: 'the port; 0 takes a free one (default 3000)' },
  images: { value: 'DIR', text: 'the folder of the pictures (default DIR/images if there, else the shipped pictures)' },
  product: { value: 'SLUG', text: 'the product, as in /{product}_news (default ugarit)' },
  scenarios: { text: 'lets requests choose scenarios, and lists and verifies calls' },
} as const satisfies Flags

const command = {
  name: 'serve',
  flags,
  hasArguments: true,
  before: `${manifest.name} serve [DIR] [options]

Serves the site and its API from the JSON files in DIR or DIR/fixtures; without DIR from the shipped content. A file that is saved
is served at once. "${manifest.name} record URL --out DIR" makes such a folder.
`,
  after: `The server's environment variables hold too, such as HOST, UPSTREAM and LOG_LEVEL; options win. Exit code: 0 ended by a signal,
1 could not start, 2 there is no such folder, 64 wrong usage.
`,
}

/** The folder of the build, which holds the shipped fixtures and images too (`scripts/package.ts`). */
const distDir = join(import.meta.dirname, '..')

/** Serves the site until a signal ends the process. Returns the exit code once it has started, or why it can't. */
export function serveCommand(args: string[], output: Output): Promise<number> {
  return runCommand(command, args, output, async (values, positionals) => {
    const env = {
      LOG_LEVEL: 'warn',
      CACHE_DIR: 'off',
      ...process.env,
      NODE_ENV: 'production',
      ...settings(values, positionals),
    }
    // A LOG_LEVEL of the user's own means log lines, which are JSON.
    const isPlain = process.env.LOG_LEVEL === undefined
    const { runServer } = await import('../server/run')
    const portName = values.port === undefined ? 'PORT or --port' : '--port'
    return runServer(env, distDir, { shipped: distDir, portName, ...(isPlain && { logStream: plainLog(output) }) })
  })
}

/** The variables that the command line sets. Throws an error that says what can't be used. */
function settings(values: Parsed<typeof flags>['values'], positionals: readonly string[]): Record<string, string> {
  const { port, images, product, scenarios: hasScenarios } = values
  const content = contentFolders(positionals)
  const imagesDir = images === undefined ? content.images : existingFolder(images)
  return {
    ...(content.fixtures && { FIXTURES_DIR: content.fixtures }),
    ...(imagesDir && { IMAGES_DIR: imagesDir }),
    ...(port !== undefined && { PORT: checked('--port', port, portNumber) }),
    ...(product !== undefined && { PRODUCT: checked('--product', product, productSlug) }),
    ...(hasScenarios && { SCENARIOS: 'yes' }),
  }
}

/** The folders with the fixtures and their pictures in the folder of the command line. */
function contentFolders([given, ...more]: readonly string[]): { fixtures?: string; images?: string | undefined } {
  if (more.length > 0) throw new UsageError(`one folder at a time; found ${JSON.stringify(more[0])} as well`)
  if (given === undefined) return {}
  const dir = existingFolder(given)
  const hasFixtures = (path: string) => fixtureNames.some((name) => existsSync(join(path, `${name}.json`)))
  const fixtures = [dir, join(dir, 'fixtures')].find(hasFixtures)
  if (fixtures === undefined) {
    const expected = `${fixtureNames.map((name) => `${name}.json`).join(', ')}, in it or in its folder "fixtures"`
    throw new CommandError(exitCodes.unchecked, `${dir} has no fixtures: expected ${expected}`)
  }
  const places = [dir, ...(basename(dir) === 'fixtures' ? [dirname(dir)] : [])]
  return { fixtures, images: places.map((path) => join(path, 'images')).find((path) => folder.parse(path)) }
}

function existingFolder(path: string): string {
  const found = folder.parse(path)
  if (found === undefined) throw new CommandError(exitCodes.unchecked, `there is no folder ${resolve(path)}`)
  return found
}

function checked(option: string, value: string, { expected, parse }: Kind<unknown>): string {
  if (parse(value) === undefined) throw new UsageError(`${option} takes ${expected}; found ${JSON.stringify(value)}`)
  return value
}

/** A stream for the lines of the log that writes their messages alone. */
function plainLog({ stderr }: Output) {
  return { write: (line: string): void => void stderr.write(`${(JSON.parse(line) as { msg: string }).msg}\n`) }
}
