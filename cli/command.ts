import { didYouMean } from '#contract/text/nearest'
import { exitCodes, type Output } from '../contract-check/command-line/options'
import manifest from './package/package.json' with { type: 'json' }

type Run = (args: string[], output: Output) => Promise<number>

/** The subcommands, whose code is loaded only when it runs. */
const subcommands: Record<string, { usage: string; text: string; load: () => Promise<Run> }> = {
  serve: {
    usage: '[DIR]',
    text: 'serves the site and its API from a folder of fixtures',
    load: async () => (await import('./serve')).serveCommand,
  },
  check: {
    usage: 'URL',
    text: 'checks whether an API keeps the contract of the site',
    load: async () => {
      const { contractCommand } = await import('../contract-check/command-line/command')
      const called = `${manifest.name} check URL [options]`
      return (args, output) => contractCommand(args, output, { called, name: 'check' })
    },
  },
  record: {
    usage: 'URL',
    text: 'records the content and pictures of an API as fixtures',
    load: async () => {
      const { recordCommand } = await import('../scripts/record/command')
      return (args, output) => recordCommand(args, output, manifest.name)
    },
  },
}

/** Runs `serve`, `check` or `record`, and returns the exit code. */
export async function siteCommand([name = '', ...args]: string[], output: Output): Promise<number> {
  const { stdout, stderr } = output
  if ([name, ...args].includes('--version')) {
    stdout.write(`${manifest.version}\n`)
    return exitCodes.holds
  }
  if (name === '--help' || name === '-h') {
    stdout.write(help())
    return exitCodes.holds
  }
  const names = Object.keys(subcommands)
  const subcommand = names.includes(name) ? subcommands[name] : undefined
  if (subcommand) return (await subcommand.load())(args, output)
  const found = name === '' ? '' : `, found "${name}"${didYouMean(name, names)}`
  stderr.write(`${manifest.name}: expected ${names.join(', ')}${found} (--help explains)\n`)
  return exitCodes.usage
}

function help(): string {
  const lines = Object.entries(subcommands).map(
    ([name, { usage, text }]) => `  ${`${name} ${usage}`.padEnd(12)} ${text}`,
  )
  return `${manifest.name} COMMAND [options]

${manifest.description}

${lines.join('\n')}

  COMMAND --help  explains the options of a command
  --version       prints the version
`
}
