import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as library from '../../contract-check/library'
import { packageFolder, packagePages, packContract } from '../../contract-check/pack'
import type { Drift } from '../../contract-check/report'
import { snapshot } from '../support/folders'
import { driftRows } from './drift-rows'
import { inData } from './drifting-server'
import { check, serve } from './run'

const exec = promisify(execFile)
let folder: string
let installed: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contract-'))
  const source = join(folder, 'source')
  installed = join(folder, 'installed')
  await mkdir(installed)
  await cp(packageFolder, source, { recursive: true, filter: (path) => !path.endsWith('dist') })
  // Without the built files there is no archive.
  await expect(exec('npm', ['pack'], { cwd: source })).rejects.toThrow(/Cannot find module .*cli\.js/)
  await packContract(join(source, 'dist'))
  await exec('npm', ['pack', '--pack-destination', installed], { cwd: source })
  const [archive = ''] = await readdir(installed)
  await exec('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${archive}`], { cwd: installed })
})

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the packed archive', () => {
  it('is one package of less than 5 MB with the licences of all code in it', async () => {
    const names = await readdir(join(installed, 'node_modules'))
    expect(names.filter((name) => !name.startsWith('.'))).toEqual(['ugarit-contract-check'])
    const files = await snapshot(join(installed, 'node_modules/ugarit-contract-check'))
    expect(Buffer.concat([...files.values()]).length).toBeLessThan(5_000_000)
    const sections = String(files.get('dist/cli.licenses.md')).split(/^## /m).slice(1)
    const packages = sections.map((section) => section.split(/\s/)[0])
    expect(packages).toEqual(['entities', 'p-limit', 'parse5', 'typebox', 'undici', 'yocto-queue'])
    for (const section of sections) expect(section).toMatch(/Permission is hereby granted|Redistribution and use/)
  })

  it('is a command', async () => {
    const bin = join(installed, 'node_modules/.bin/ugarit-contract-check')
    const [right, wrong] = [await serve(), await serve(inData('get-blogs', () => []))]
    expect((await exec(bin, [right.url])).stdout).toContain(' passed, 0 drift, 0 unchecked')
    const stdout = expect.stringContaining('error: blogs: an empty list (blogs), 1 answer')
    await expect(exec(bin, [wrong.url])).rejects.toMatchObject({ code: 1, stdout })
  })

  it.each(driftRows)('is a library, which finds and names the %s %s', async (severity, row, hooks) => {
    const path = createRequire(join(installed, 'user.js')).resolve('ugarit-contract-check')
    const installedLibrary: typeof library = await import(path)
    const { url } = await serve(hooks)
    const { verdict, drifts, warnings } = await check(url, { sample: 2 }, installedLibrary.check)
    expect(verdict).toBe(severity === 'error' ? 'drift' : 'holds')
    const [cause, expected = '', found = ''] = row.split(' | ')
    const isOwn = ({ rule, field, operations, ...one }: Drift) =>
      [rule, field, `(${operations.join(', ')})`].filter(Boolean).join(' ') === cause &&
      one.expected.includes(expected) &&
      one.found.includes(found)
    const own = [...drifts, ...warnings].find(isOwn)
    expect(own, JSON.stringify([drifts, warnings])).toMatchObject({
      severity,
      items: expect.any(Number),
      curl: expect.stringMatching(new RegExp(`^curl .*${url}/(api|images)/`)),
    })
  })

  it('has pages that are up to date; npm run contract:build writes them', async () => {
    for (const [file, text] of packagePages()) expect(await readFile(join(packageFolder, file), 'utf8')).toBe(text)
  })
})
