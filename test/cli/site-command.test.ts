import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../../cli/package/package.json' with { type: 'json' }
import { run } from '../scripts/run-command'
import { emptyFolder } from '../support/folders'
import { read } from '../support/sources'

/* Wrong usage of the packed archive's command, and its help. `test/full/package.test.ts` runs the archive itself. */

test.each([
  ['', 'ugarit-site: expected serve, check, record'],
  ['sevre', 'ugarit-site: expected serve, check, record, found "sevre"; did you mean "serve"?'],
  ['--port 80 serve', 'ugarit-site: expected serve, check, record, found "--port"'],
  ['toString', 'ugarit-site: expected serve, check, record, found "toString"'],
  ['serve a b', 'serve: one folder at a time; found "b" as well'],
  ['serve --prot 80', "serve: unknown option '--prot'; did you mean --port?"],
  ['serve --port', "serve: option '--port <value>' argument missing"],
  ['serve --port 65536', 'serve: --port takes a port number from 0 to 65535; found "65536"'],
  ['serve --product A.B', 'serve: --product takes a slug such as "ugarit"'],
  ['check', 'check: the address of a server is missing'],
  ['record ftp://example.org', 'record: the address must be an http(s) address'],
])('"%s" is wrong usage: %s', async (line, said) => {
  const ended = await run('ugarit-site', line.split(' ').filter(Boolean))
  expect(ended).toEqual({ code: 64, stdout: '', stderr: expect.stringContaining(said) })
  expect(ended.stderr).toMatch(/^[^\n]+ \(--help explains\)\n$/)
})

test('the lines of a check begin with its own name', async () => {
  const { code, stderr } = await run('ugarit-site', ['check', 'http://127.0.0.1:9'])
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^check: .*http:\/\/127\.0\.0\.1:9.*\n$/)])
})

test('a folder that is missing, is a file or has no fixtures is named', async () => {
  const folder = await emptyFolder()
  const [file, other] = [join(folder, 'courses.json'), join(folder, 'other')]
  await mkdir(other)
  await writeFile(join(other, 'notes.json'), '[]')
  await writeFile(file, '[]')
  for (const [args, said] of [
    [[join(folder, 'none')], `there is no folder ${join(folder, 'none')}`],
    [[file], `there is no folder ${file}`],
    [[other], `${other} has no fixtures: expected courses.json, `],
    [[folder, '--images', join(folder, 'pictures')], `there is no folder ${join(folder, 'pictures')}`],
  ] as const)
    expect(await run('ugarit-site', ['serve', ...args])).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(`^serve: ${said}[^\\n]*\\n$`),
    })
})

test.each([
  ['--help', ['serve [DIR]', 'check URL', 'record URL', '--version']],
  ['serve --help', ['ugarit-site serve [DIR]', '--port N', '--images DIR', '--scenarios']],
  ['check --help', ['ugarit-site check URL', '--strict', '--baseline FILE']],
  ['record --help', ['ugarit-site record URL', '--out DIR', '--prune']],
])('%s explains it', async (line, said) => {
  const { code, stdout, stderr } = await run('ugarit-site', line.split(' '))
  expect([code, stderr]).toEqual([0, ''])
  for (const part of said) expect(stdout).toContain(part)
})

test.each(['--version', 'serve --version', 'check --version', 'record --version'])(
  '%s prints the version',
  async (line) => {
    const stdout = `${manifest.version}\n`
    expect(await run('ugarit-site', line.split(' '))).toEqual({ code: 0, stdout, stderr: '' })
  },
)

test('the archive takes the sharp of the site, and its Node', () => {
  const { dependencies, engines } = JSON.parse(read('package.json')) as typeof manifest & {
    dependencies: Record<string, string>
  }
  expect(manifest.peerDependencies).toEqual({ sharp: dependencies.sharp })
  expect(manifest.engines).toEqual(engines)
})
