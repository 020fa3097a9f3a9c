import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HomeData } from '#contract/entities'
import { siteCommand } from '../../cli/command'
import { contractCommand } from '../../contract-check/command-line/command'
import type { Output } from '../../contract-check/command-line/options'
import { buildCommand } from '../../scripts/build/command'
import { exportCommand } from '../../scripts/export/command'
import { fixturesCommand } from '../../scripts/fixtures/command'
import { recordCommand } from '../../scripts/record/command'
import { tempContent } from '../support/app'
import type { Ended } from './run-script'

const commands = {
  contract: (args, output) => contractCommand(args, output),
  record: (args, output) => recordCommand(args, output),
  'ugarit-site': siteCommand,
  build: buildCommand,
  export: exportCommand,
  fixtures: (args, output, env) => fixturesCommand(args, env, output),
} satisfies Record<string, (args: string[], output: Output, env: NodeJS.ProcessEnv) => Promise<number>>

/** Runs a command in this process, because starting a process takes longer than most commands do. */
export async function run(
  script: keyof typeof commands,
  args: string[],
  env = process.env,
  output: Partial<Output> = {},
): Promise<Ended> {
  const said = { stdout: [] as string[], stderr: [] as string[] }
  const writerOf = (texts: string[]) => ({ write: (text: string) => texts.push(text) })
  const all = { stdout: writerOf(said.stdout), stderr: writerOf(said.stderr), ...output }
  const code = await commands[script](args, all, env)
  return { code, stdout: said.stdout.join(''), stderr: said.stderr.join('') }
}

/** Makes fixtures in which some files are replaced by a text, and a function that runs `npm run fixtures` on them with `env`. */
export async function fixturesWith(
  content?: HomeData,
  files: Record<string, string> = {},
  env: NodeJS.ProcessEnv = {},
) {
  const { fixturesDir, imagesDir } = await tempContent(content)
  for (const [key, text] of Object.entries(files)) await writeFile(join(fixturesDir, `${key}.json`), text)
  const read = (key: string) => readFile(join(fixturesDir, `${key}.json`), 'utf8')
  return {
    fixturesDir,
    run: (...args: string[]) => run('fixtures', args, { ...env, FIXTURES_DIR: fixturesDir, IMAGES_DIR: imagesDir }),
    imagesDir,
    read,
    list: async (key: string) => JSON.parse(await read(key)) as Record<string, unknown>[],
  }
}
