import { parseYaml } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { read } from './support/sources'

type Locked = {
  integrity?: string
  optionalDependencies?: Record<string, string>
  os?: string[]
  cpu?: string[]
  hasInstallScript?: boolean
}
type Job = { strategy: { matrix: { node: number[] } }; steps: { uses?: string }[] }
type Workflow = { permissions: Record<string, string>; jobs: Record<string, Job> }

const lock = read('package-lock.json')
const { packages } = JSON.parse(lock) as { packages: Record<string, Locked> }
const { permissions, jobs } = parseYaml(read('.github/workflows/ci.yml')) as Workflow

test('every package of the lock file has a checksum', () => {
  const locked = Object.entries(packages).filter(([path]) => path !== '')
  expect(locked.length).toBeGreaterThan(100)
  const unsure = locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
  expect(unsure.map(([path]) => path)).toStrictEqual([])
})

test('the lock file has the packages of every platform', () => {
  const paths = Object.keys(packages)
  const names = Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
  expect(names).toContain('@rolldown/binding-win32-x64-msvc')
  expect(names.filter((name) => !paths.some((path) => path.endsWith(`node_modules/${name}`)))).toStrictEqual([])
})

test('package.json allows or denies each install script, so that npm 11 prints no warning', () => {
  const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> }
  const withScripts = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript)
  const names = withScripts.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
  expect(names.filter((name) => !(name in allowScripts))).toStrictEqual([])
})

test('no script begins or ends with another by its name, which npm leaves out with ignore-scripts', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const names = Object.keys(scripts)
  const hooks = names.flatMap((name) => [`pre${name}`, `post${name}`])
  expect(names.filter((name) => hooks.includes(name))).toStrictEqual([])
})

test('an install has at most 700 packages, apart from those of a platform', () => {
  const everywhere = Object.entries(packages).filter(([path, { os, cpu }]) => path !== '' && !os && !cpu)
  expect(everywhere.length).toBeLessThanOrEqual(700)
})

test('the lock file and .npmrc name no registry and no path of one machine', () => {
  expect(lock).not.toMatch(/"resolved":|"(?:file:|\/)[^"]*"\s*:?|localhost|127\.0\.0\.1|\/\/registry\./)
  expect(read('.npmrc')).not.toMatch(/registry\s*=|\/\/|_auth|localhost|=\s*\//)
})

test('CI runs actions of one commit each, and may only read the repository', () => {
  expect(permissions).toStrictEqual({ contents: 'read' })
  const used = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []))
  expect(used.length).toBeGreaterThan(0)
  for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/)
})

test('CI runs the Node versions that the README names; .nvmrc and the image have the latest', () => {
  const [, named = ''] = /You need Node ([\d., or]+) and npm/.exec(read('README.md')) ?? []
  const versions = Array.from(named.matchAll(/\d+(?:\.\d+)?/g), ([version]) => Math.trunc(Number(version)))
  for (const { strategy } of Object.values(jobs)) expect(strategy.matrix.node).toStrictEqual(versions)
  expect(read('.nvmrc').trim()).toBe(String(Math.max(...versions)))
  expect(read('deploy/Dockerfile')).toContain(`node:${Math.max(...versions)}-trixie-slim`)
})
