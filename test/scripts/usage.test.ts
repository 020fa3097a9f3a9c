import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import * as library from '../../contract-check/library'
import type * as published from '../../contract-check/package/index'
import { fileWith } from '../contract-check/run'
import { run } from './run-command'

// Checks that the library has the types that the package publishes.
const { check, UsageError }: typeof published = library

const nowhere = 'http://127.0.0.1:9'
const baseline = (entry: object) => ({
  version: 1,
  drifts: [{ operation: 'blog', pointer: '', rule: 'answer.type', ...entry }],
})

/** A command line, a part of its error message, and the content of FILE. Without content, FILE does not exist. */
test.each<[line: string, said: string, content?: unknown]>([
  ['contract', 'the address of a server is missing'],
  ['contract URL URL', 'one address at a time'],
  ['contract 127.0.0.1:4826', 'did you mean "http://127.0.0.1:4826"?'],
  ['contract ftp://example.org', 'must be an http(s) address'],
  ['contract URL --strcit', "'--strcit'; did you mean --strict?"],
  ['contract URL --html --strict', '--html needs a value; found "--strict"'],
  ['contract URL --markdown -', '--markdown takes a file; only --json takes -'],
  ['contract URL --json - --github', 'give --json a file, or leave out --github'],
  // `mkdir` of Node.js with `recursive` never ends below /proc.
  ['contract URL --json /proc/nowhere/a.json', "--json can't be written"],
  ['contract URL --concurrency 65', '--concurrency takes a whole number from 1 to 64; found "65"'],
  ['contract URL --sample some', '--sample takes a whole number of at least 0; found "some"'],
  ['contract URL --timeout=-1', '--timeout takes seconds from 0.1 to 600; found "-1"'],
  ['contract URL --header token', '--header takes "name: value"'],
  [`contract URL --header x-a:\${NOT_SET_ANYWHERE}`, 'the variable NOT_SET_ANYWHERE is not set'],
  ['contract URL --product A.B', '--product takes a slug such as "ugarit"; found "A.B"'],
  ['contract URL --only answer.tpye', 'did you mean "answer.type"?'],
  ['contract URL --against /no/such/folder', '/no/such/folder'],
  ['contract URL --cert FILE', '--cert and --key go together', ''],
  ['contract URL --update-baseline', '--update-baseline needs --baseline FILE'],
  ['contract URL --update-baseline --baseline /dev/null/a.json', "--baseline can't be written"],
  ['contract URL --prune-baseline --baseline FILE --only event', 'need a whole check', baseline({})],
  ['contract URL --baseline FILE', '; --update-baseline writes it'],
  // Refuses an update of an invalid baseline, because it would lose the reasons and dates in the file.
  ['contract URL --baseline FILE --update-baseline', "can't be read", '{"drifts":'],
  ['contract URL --baseline FILE --update-baseline', 'is a baseline of version 3', { version: 3, drifts: [] }],
  ['contract URL --baseline FILE --update-baseline', 'is no baseline: /drifts/0', baseline({ expire: '2027-01-01' })],
  ['contract URL --config FILE', '"update-baseline" is for the command line only', { 'update-baseline': true }],
  ['contract URL --config FILE', 'there is no option "basline"; did you mean "baseline"?', { basline: 'b' }],
  ['contract URL --config FILE', '"strict" takes true or false', { strict: 'yes' }],
  ['contract URL --config FILE', '"header" takes a list of texts', { header: 'x-key: 1' }],
  ['contract URL --config FILE', '"answer.tpye"; did you mean "answer.type"?', { severity: { 'answer.tpye': 'off' } }],
  ['contract URL --config FILE', 'error, warning, off; found "fatal"', { severity: { 'answer.type': 'fatal' } }],
  ['record URL --out /proc/nowhere', '/proc/nowhere'],
  ['record URL --out ', '--out takes a folder; found ""'],
  ['record URL --out FILE --picture-host http://a.example', '--picture-host takes'],
  ['record URL --out FILE --picture-host a\tb', '--picture-host takes'],
  ['export', '--out DIR is missing'],
  ['export --out x --base /a/../b/', '--base takes a path'],
  ['export --out x --public-url https://a.example/demo', '--public-url takes an origin'],
  ['export --out package.json', "--out can't be written"],
  ['fixtures --fxi', "unknown option '--fxi'"],
  ['fixtures new', 'KIND: expected one of course, '],
  ['fixtures new curse A', 'found "curse"; did you mean "course"?'],
  ['fixtures new course', 'Title: expected one title'],
  ['fixtures new course A B', 'Title: expected one title, or one in each language'],
])('%j is wrong usage: %s', async (line, said, content) => {
  const file = await fileWith(content)
  const [script = '', ...args] = line.replaceAll('URL', nowhere).replace('FILE', file).split(' ')
  const before = await readFile(file, 'utf8').catch(() => undefined)
  const ended = await run(script as 'contract', args, { FIXTURES_DIR: '/nowhere/at/all' })
  expect(ended).toEqual({ code: 64, stdout: '', stderr: expect.stringContaining(said) })
  expect(ended.stderr).toMatch(new RegExp(`^${script}: [^\\n]+ \\(--help explains\\)\\n$`))
  expect(await readFile(file, 'utf8').catch(() => undefined)).toBe(before)
})

test.each([
  [{ concurrency: -1 }, 'concurrency takes a whole number from 1 to 64; found "-1"'],
  [{ timeout: Number.NaN }, 'timeout takes a whole number of at least 1; found "NaN"'],
  [{ maxtime: 5 }, 'there is no option "maxtime"; did you mean "maxTime"?'],
])('the library refuses %o', async (options, message) => {
  await expect(check({ url: nowhere, ...options }).next()).rejects.toThrow(new UsageError(message))
})

test.each([
  ['contract', '--baseline FILE'],
  ['record', '--picture-host HOST'],
  ['export', '--public-url URL'],
  ['fixtures', '--fix'],
  ['fixtures new', 'npm run fixtures -- new KIND'],
])('%s --help explains it', async (command, said) => {
  const [script, ...args] = command.split(' ')
  const stdout = expect.stringMatching(new RegExp(`${said}[\\s\\S]*Exit code`))
  expect(await run(script as 'contract', [...args, '--help'])).toMatchObject({ code: 0, stdout })
})
