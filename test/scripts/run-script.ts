import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HomeData } from '#contract/schemas'
import { fixturesCommand } from '../../scripts/fixtures/command'
import { root, tempContent } from '../support/app'

export type Ended = { code: number | null; stdout: string; stderr: string }

/** Fixtures with some files replaced by a text, and `npm run fixtures` on them. */
export async function fixturesWith(content?: HomeData, files: Record<string, string> = {}) {
  const { fixturesDir, imagesDir } = await tempContent(content)
  for (const [key, text] of Object.entries(files)) await writeFile(join(fixturesDir, `${key}.json`), text)
  return {
    run: (...args: string[]) => runFixtures(args, { FIXTURES_DIR: fixturesDir, IMAGES_DIR: imagesDir }),
    read: (key: string) => readFile(join(fixturesDir, `${key}.json`), 'utf8'),
  }
}

/** Runs `npm run fixtures` in this process, because starting another takes longer than most of its work. */
export async function runFixtures(args: string[], env: Record<string, string>): Promise<Ended> {
  const ended: Ended = { code: null, stdout: '', stderr: '' }
  const writer = (stream: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      ended[stream] += text
    },
  })
  ended.code = await fixturesCommand(args, env, { stdout: writer('stdout'), stderr: writer('stderr') })
  return ended
}

/** Runs a shell command in the repository's folder until it ends. */
export function runShell(line: string, env: Record<string, string>): Promise<Ended> {
  // Vitest sets a BASE_URL that is not an address.
  const { BASE_URL: _, ...inherited } = process.env
  const child = spawn(line, { cwd: root, shell: true, env: { ...inherited, ...env } })
  const ended: Ended = { code: null, stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    ended.stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    ended.stderr += chunk
  })
  return new Promise((resolve) => child.on('close', (code) => resolve({ ...ended, code })))
}
