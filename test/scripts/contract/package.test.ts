import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packContract, writePages } from '../../../scripts/contract/pack'
import type { Report } from '../../../scripts/contract/report'
import { root } from '../../support/app'
import { driftRows } from './drift-rows'
import { serve } from './run'

const exec = promisify(execFile)
let folder: string
let installed: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contract-'))
  const source = join(folder, 'source')
  installed = join(folder, 'installed')
  await mkdir(installed)
  await cp(join(root, 'scripts/contract/package'), source, { recursive: true })
  await packContract(join(source, 'dist'))
  await exec('npm', ['pack', '--pack-destination', installed], { cwd: source })
  const [archive = ''] = await readdir(installed)
  await exec('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${archive}`], { cwd: installed })
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs the installed command in its folder. */
async function runInstalled(...args: string[]) {
  const bin = join(installed, 'node_modules/.bin/ugarit-contract-check')
  return exec(bin, args, { cwd: installed, maxBuffer: 64 * 1024 * 1024 }).then(
    (said) => ({ code: 0, ...said }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
}

describe('the packed archive', () => {
  it('installs one package', async () => {
    const names = await readdir(join(installed, 'node_modules'))
    expect(names.filter((name) => !name.startsWith('.'))).toEqual(['ugarit-contract-check'])
  })

  it('takes less than 5 MB and holds the licences of all code in it', async () => {
    const own = join(installed, 'node_modules/ugarit-contract-check')
    const files = await readdir(own, { recursive: true })
    const sizes = await Promise.all(files.map(async (file) => (await stat(join(own, file))).size))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(5_000_000)
    const licences = await readFile(join(own, 'dist/cli.licenses.md'), 'utf8')
    const sections = licences.split(/^(?=## )/m).slice(1)
    expect(sections.map((section) => /^## (\S+)/.exec(section)?.[1])).toEqual([
      'entities',
      'p-limit',
      'parse5',
      'typebox',
      'undici',
      'yocto-queue',
    ])
    for (const section of sections) expect(section).toMatch(/Permission is hereby granted|Redistribution and use/)
  })

  it('passes a right server', async () => {
    const { url } = await serve()
    const { code, stdout } = await runInstalled(url)
    expect(stdout).toContain('11 passed, 0 drift')
    expect(code).toBe(0)
  })

  it('is tried with at least 30 kinds of drift that are errors', () => {
    expect(driftRows.filter(({ drift }) => drift.startsWith('error')).length).toBeGreaterThanOrEqual(30)
  })

  it.each(driftRows)('finds and names $title', async ({ hooks, drift, expected, found }) => {
    const { url } = await serve(hooks)
    const { code, stdout, stderr } = await runInstalled(url, '--sample', '2', '--json', '-')
    const { verdict, drifts, warnings } = JSON.parse(stdout) as Report
    const isError = drift.startsWith('error')
    expect([code, verdict, stderr]).toEqual(isError ? [1, 'drift', ''] : [0, 'holds', ''])
    const told = isError ? drifts : warnings
    const own = told.find((one) => {
      const isSame = `${one.severity} ${one.rule} ${one.operation} ${one.pointer}` === drift
      return isSame && expected.test(one.expected) && found.test(one.found)
    })
    expect(own, JSON.stringify(told)).toBeDefined()
    expect(own?.curl).toMatch(new RegExp(`^curl .*${url}/(api|images)/`))
    expect(own?.items).toBeGreaterThanOrEqual(1)
  })

  it('is a library as well', async () => {
    const { url } = await serve()
    const script = `import { check } from 'ugarit-contract-check'
      for await (const event of check({ url: ${JSON.stringify(url)} }))
        if (event.type === 'report') process.stdout.write(event.report.verdict)`
    const { stdout } = await exec(process.execPath, ['--input-type=module', '-e', script], { cwd: installed })
    expect(stdout).toBe('holds')
  })

  it('has pages that are up to date; npm run contract:build writes them', async () => {
    expect(await writePages(true)).toEqual([])
  })
})
