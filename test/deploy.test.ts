import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseYaml } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { readConfig } from '../server/config'
import { freePort } from './free-port'
import { build, root } from './helper'

type Service = {
  environment: Record<string, string>
  networks: { default: { ipv4_address: string } }
  volumes: string[]
  stop_grace_period: string
}
type Nginx = Service & { command: string[] }
type Compose = { services: { 'instance-1': Service; 'instance-2': Service; nginx: Nginx } }
type Rules = { groups: { rules: { alert: string; expr: string }[] }[] }

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const dockerfile = read('deploy/Dockerfile')
const unit = read('deploy/ugarit@.service')
const { services } = parseYaml(read('deploy/compose.yaml')) as Compose
const { nginx, ...others } = services
const instances = Object.values(others)

/** Parses the `NAME=value` pairs of a line. */
const pairs = (line: string) => Object.fromEntries(Array.from(line.matchAll(/(\w+)=(\S+)/g), ([, ...pair]) => pair))
const imageEnv = pairs(/^ENV (.*)$/m.exec(dockerfile)?.[1] ?? '')
/** Resolves `${NAME:-default}` as Compose does when NAME is not set. */
const byDefault = (value: string) => value.replace(/\$\{\w+:-([^}]*)\}/g, '$1')
const composeEnvs = instances.map(({ environment }) =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, byDefault(value)])),
)
const unitEnv = (port: string) =>
  pairs(
    Array.from(unit.matchAll(/^Environment=(.*)$/gm), ([, line]) => line)
      .join(' ')
      .replaceAll('%i', port),
  )

const portsOf = (upstream: string) => Array.from(upstream.matchAll(/^ +server ([\d.]+:\d+)/gm), ([, each]) => each)

test('every variable that an image, a container or a service sets exists in the configuration and has a valid value', () => {
  const told = Array.from(read('docs/configuration.md').matchAll(/^\| `([A-Z_]+)`/gm), ([, name]) => name)
  const environments = [...composeEnvs.map((env) => ({ ...imageEnv, ...env })), unitEnv('3001')]
  expect(environments).toHaveLength(3)
  for (const env of environments) {
    expect(Object.keys(env).filter((name) => !told.includes(name) && name !== 'NODE_ENV')).toStrictEqual([])
    const { publicUrl, trustProxy } = readConfig(env)
    expect([publicUrl, trustProxy.length]).toStrictEqual(['https://www.example.org', 1])
  }
})

test('nginx proxies to the ports that the instances listen on, and they trust only nginx', () => {
  const conf = read('deploy/nginx.conf')
  const [, , script = ''] = nginx.command
  const changes = [...script.matchAll(/-e s\/([^/]+)\/([^/]+)\//g)]
  const changed = changes.reduce((text, [, place = '', by = '']) => text.replace(place, by), conf)
  const listening = instances.map(({ networks }) => `${networks.default.ipv4_address}:${imageEnv.PORT}`)
  expect(portsOf(changed)).toStrictEqual(listening)
  for (const { TRUST_PROXY } of composeEnvs) expect(TRUST_PROXY).toBe(nginx.networks.default.ipv4_address)

  const started = [...new Set(read('docs/deployment.md').match(/ugarit@\d+/g))].map((name) => name.slice(7))
  expect(portsOf(conf)).toStrictEqual(started.map((port) => `127.0.0.1:${port}`))
  expect(unitEnv('3001')).toMatchObject({ PORT: '3001', TRUST_PROXY: '127.0.0.1' })
})

test('the image is made of files that exist and that .dockerignore lets in', () => {
  const [all, ...letIn] = read('.dockerignore').trim().split('\n')
  expect([all, ...letIn.filter((line) => !line.startsWith('!'))]).toStrictEqual(['*'])
  const sent = letIn.map((line) => line.slice(1))
  expect(sent.filter((path) => !existsSync(join(root, path)))).toStrictEqual([])
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '))
  expect(copied).toContain('fixtures')
  const [, sources = ''] = /\nconst sources = (\{[^}]+\})/.exec(read('scripts/build.ts')) ?? []
  const built = Array.from(sources.matchAll(/'([^']+)'/g), ([, path = '']) => path)
  expect(built).toContain('server')
  const needed = [...copied, ...built].filter((path) => path !== '.')
  expect(needed.filter((path) => !sent.includes(path.split('/')[0] ?? ''))).toStrictEqual([])
})

test('the paths that the containers mount from the repository exist and are read-only', () => {
  const mounted = [...instances, nginx].flatMap(({ volumes }) => volumes.filter((volume) => volume.startsWith('.')))
  expect(mounted.length).toBeGreaterThan(2)
  for (const volume of mounted) {
    const [path = '', , mode] = volume.split(':')
    expect([volume, existsSync(join(root, 'deploy', path)), mode]).toStrictEqual([volume, true, 'ro'])
  }
})

test('containers and services wait longer than a server takes to close', () => {
  const closing = Number(/closingTime = ([\d_]+)/.exec(read('server/main.ts'))?.[1]?.replace('_', ''))
  const waiting = [
    ...instances.map(({ stop_grace_period }) => stop_grace_period),
    /TimeoutStopSec=(\d+)/.exec(unit)?.[1],
  ]
  for (const seconds of waiting) expect(Number.parseInt(seconds ?? '', 10) * 1_000).toBeGreaterThan(closing)
})

test("the image's health check is that of a server which answers", async () => {
  const [command, ...options] = JSON.parse(/HEALTHCHECK[^[]*(\[.*\])/.exec(dockerfile)?.[1] ?? '[]') as string[]
  expect(command).toBe('node')
  const exitOf = async (port: number) => {
    const [code] = await once(execFile(process.execPath, options, { env: { PORT: String(port) } }), 'exit')
    return code
  }
  const { port } = await build()
  expect(await exitOf(port)).toBe(0)
  expect(await exitOf(await freePort())).toBe(1)
})

test('every alert names metrics that the server has', async () => {
  const { groups } = parseYaml(read('deploy/alerts.yaml')) as Rules
  const { request } = await build()
  await request.get('/health')
  const { text } = await request.get('/metrics')
  const known = Array.from(text.matchAll(/^# TYPE (\w+)/gm), ([, name]) => name)
  const rules = groups.flatMap(({ rules }) => rules)
  expect(rules.length).toBeGreaterThan(3)
  for (const { alert, expr } of rules) {
    const named = expr
      .match(/\b(?:http|process|nodejs|content)_\w+/g)
      ?.map((name) => name.replace(/_(?:count|bucket)$/, ''))
    expect([alert, named?.filter((name) => !known.includes(name)) ?? expr]).toStrictEqual([
      alert,
      named ? [] : 'up{job="ugarit"} == 0',
    ])
  }
})
