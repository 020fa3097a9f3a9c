import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { root, tempContent } from '../helper'
import { runShell } from './run-script'

const readme = readFileSync(join(root, 'README.md'), 'utf8')

/** The command as the README has it; fails when it has it no more. */
function fromReadme(command: string): string {
  expect(readme).toContain(`\`${command}\``)
  return command
}

async function contentEnv() {
  const dirs = await tempContent()
  return { FIXTURES_DIR: dirs.fixturesDir, IMAGES_DIR: dirs.imagesDir }
}

describe('writers of content', () => {
  test.each([
    ['npm run fixtures', /The fixtures hold; texts missing: \d+ in English/],
    ['npm run fixtures -- --fix', /^fixed {2}[\s\S]*The fixtures hold/m],
    ['npm run new -- course "Title"', /Added course "title" at .*courses\.json:\d+/],
  ])('%s does what its row says', async (command, said) => {
    const { code, stdout } = await runShell(fromReadme(command), await contentEnv())
    expect([code, stdout]).toStrictEqual([0, expect.stringMatching(said)])
  })

  test('npm run fixtures holds for the shipped content, with nothing to repair or to translate', async () => {
    const { code, stdout } = await runShell('npm run --silent fixtures', {})
    expect([code, stdout]).toStrictEqual([0, 'The fixtures hold; texts missing: 0 in English, 0 in Arabic.\n'])
  })
})

test('npm run dev shows the last calls at /__requests', async () => {
  fromReadme('npm run dev')
  // Its half that is the API: the other is Vite's, on a port that is one for the whole machine.
  const { dev, 'dev:api': api } = (
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
  ).scripts
  expect([dev, api]).toStrictEqual([
    expect.stringContaining('npm:dev:api'),
    expect.stringMatching(/^NODE_ENV=development tsx watch/),
  ])
  const { BASE_URL: _, ...env } = process.env
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    cwd: root,
    env: { ...env, ...(await contentEnv()), NODE_ENV: 'development', PORT: '0', LOG_LEVEL: 'silent' },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const url = await new Promise<string>((resolve) => {
    child.stdout.on('data', (text) => resolve(/http:\S+/.exec(String(text))?.[0] ?? ''))
  })
  await (await fetch(`${url}api/get-blogs`)).text()
  const { calls } = (await (await fetch(`${url}__requests?format=json`)).json()) as { calls: { operation: string }[] }
  expect(calls.map(({ operation }) => operation)).toStrictEqual(['blogs'])
})

test('the example of "Use from code" is the file that is run', () => {
  const [, example] = /## Use from code[\s\S]*?```ts\n([\s\S]*?)```/.exec(readme) ?? []
  expect(example).toBe(readFileSync(join(root, 'test/example.test.ts'), 'utf8'))
})
