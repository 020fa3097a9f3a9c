import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseYaml } from '@redocly/openapi-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sources } from '../scripts/site-build'
import { serverOptions } from '../server/app'
import { readConfig } from '../server/config'
import { closingTime } from '../server/start'
import { root, startApp } from './support/app'
import { emptyFolder } from './support/folders'
import { freePort } from './support/free-port'
import { startHttpServer } from './support/http-server'
import { read } from './support/sources'

type Service = Record<'cap_drop' | 'command' | 'volumes', string[]> & {
  init: boolean
  tmpfs: string | string[]
  environment: Record<string, string>
  networks: { default: { ipv4_address: string } }
  stop_grace_period: string
}
type Compose = { services: Record<'instance-1' | 'instance-2' | 'nginx', Service> }
type Rules = { groups: { rules: { alert: string; expr: string }[] }[] }

const dockerfile = read('deploy/Dockerfile')
const unit = read('deploy/ugarit@.service')
const conf = read('deploy/nginx.conf')
/** The Compose file, in which `${NAME:-default}` is replaced by its default, as if NAME were not set. */
const compose = read('deploy/compose.yaml').replace(/\$\{\w+:-([^}]*)\}/g, '"$1"')
const { services } = parseYaml(compose) as Compose
const { nginx, ...others } = services
const instances = Object.values(others)

/** Reads the `NAME=value` pairs of the lines that begin with `start`. */
function pairsAfter(start: string, text: string): Record<string, string> {
  const lines = text.match(new RegExp(`(?<=^${start}).+`, 'gm')) ?? []
  return Object.fromEntries(Array.from(lines.join(' ').matchAll(/(\w+)=(\S+)/g), ([, ...pair]) => pair))
}
const service = pairsAfter('', unit)
const imageEnv = pairsAfter('ENV ', dockerfile)
const composeEnvs = instances.map(({ environment }) => environment)
const unitEnv = pairsAfter('Environment=', unit.replaceAll('%i', '3001'))

const portsOf = (upstream: string) => [...new Set(upstream.match(/(?<=^ +server )[\d.]+:\d+/gm))]

test('every variable that an image, a container or a service sets is one of the configuration, with a good value', () => {
  const told = Array.from(read('docs/configuration.md').matchAll(/^\| `([A-Z_]+)`/gm), ([, name]) => name)
  const environments = [...composeEnvs.map((env) => ({ ...imageEnv, ...env })), unitEnv]
  expect(environments).toHaveLength(3)
  for (const env of environments) {
    expect(Object.keys(env).filter((name) => !told.includes(name) && name !== 'NODE_ENV')).toStrictEqual([])
    const { publicUrl, trustProxy } = readConfig(env)
    expect([publicUrl, trustProxy.length]).toStrictEqual(['https://www.example.org', 1])
  }
})

test('nginx asks the instances where they listen, and they trust it alone', () => {
  const [, , script = ''] = nginx.command
  const changes = [...script.matchAll(/-e s\/([^/]+)\/([^/]+)\//g)]
  const changed = changes.reduce((text, [, from = '', by = '']) => text.replaceAll(from, by), conf)
  const listening = instances.map(({ networks }) => `${networks.default.ipv4_address}:${imageEnv.PORT}`)
  expect(portsOf(changed)).toStrictEqual(listening)
  for (const { TRUST_PROXY } of composeEnvs) expect(TRUST_PROXY).toBe(nginx.networks.default.ipv4_address)

  const started = [...new Set(read('docs/deployment.md').match(/ugarit@\d+/g))].map((name) => name.slice(7))
  expect(portsOf(conf)).toStrictEqual(started.map((port) => `127.0.0.1:${port}`))
  expect(unitEnv).toMatchObject({ PORT: '3001', TRUST_PROXY: '127.0.0.1' })
})

test('the image is made of files that are there and that .dockerignore lets in', () => {
  const [all, ...letIn] = read('.dockerignore').trim().split('\n')
  expect([all, ...letIn.filter((line) => !line.startsWith('!'))]).toStrictEqual(['*'])
  const sent = letIn.map((line) => line.slice(1))
  expect(sent.filter((path) => !existsSync(join(root, path)))).toStrictEqual([])
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '))
  expect(copied).toContain('fixtures')
  const needed = [...copied, ...sources.folders, ...sources.files].filter((path) => path !== '.')
  expect(needed.filter((path) => !sent.includes(path.split('/')[0] ?? ''))).toStrictEqual([])
})

test('what the containers mount from the repository is there, read-only', () => {
  const mounted = [...instances, nginx].flatMap(({ volumes }) => volumes.filter((volume) => volume.startsWith('.')))
  expect(mounted.length).toBeGreaterThan(2)
  const isRight = (volume: string) =>
    volume.endsWith(':ro') && existsSync(join(root, 'deploy', volume.split(':')[0] ?? ''))
  expect(mounted.filter((volume) => !isRight(volume))).toStrictEqual([])
})

test('containers and services wait longer than a server takes to close', () => {
  const periods = instances.map(({ stop_grace_period }) => Number.parseInt(stop_grace_period, 10))
  const seconds = Math.min(...periods, Number(service.TimeoutStopSec))
  expect(seconds * 1_000).toBeGreaterThan(closingTime)
})

test('what a container keeps in memory has a limit, and no container keeps all capabilities', () => {
  for (const { tmpfs, cap_drop } of [...instances, nginx]) {
    expect(cap_drop).toStrictEqual(['ALL'])
    for (const folder of [tmpfs].flat()) expect(folder).toMatch(/:size=\d+m$/)
  }
  const sizeIn = (text: string, before: string) => Number(new RegExp(`${before}=(\\d+)m`).exec(text)?.[1])
  const cache = sizeIn(String(nginx.tmpfs), '/var/cache/nginx:size')
  expect(cache).toBeGreaterThan(sizeIn(conf, 'max_size') + sizeIn(conf, 'min_free'))
  expect(service.MemoryMax).toMatch(/^\d+M$/)
})

describe("the image's health check", () => {
  const [command, script = '', timeout] = JSON.parse(
    /^HEALTHCHECK[^[]*(\[.*\])/m.exec(dockerfile)?.[1] ?? '[]',
  ) as string[]
  const exitOf = async (port: number, ...options: string[]) => {
    const env = { PATH: process.env.PATH, PORT: String(port) }
    const [code] = await once(execFile(process.execPath, [join(root, script), ...options], { env }), 'exit')
    return code
  }

  test('is that of a server which answers', async () => {
    expect([command, Number(timeout)]).toStrictEqual(['node', 8_000])
    const { port } = await startApp()
    expect(await exitOf(port, '60000')).toBe(0)
    expect(await exitOf(await freePort(), '60000')).toBe(1)
  })

  test.each([
    ['docker-init', 'SIGKILL'],
    ['node', null],
  ])('sends a server that hangs, below %s as process 1, the signal %s', async (init, signal) => {
    const hanging = await startHttpServer(() => undefined)
    onTestFinished(hanging.stop)
    const server = execFile(process.execPath, ['-e', 'process.stdin.resume()'])
    const ended = once(server, 'exit')
    const processOne = await emptyFolder()
    await mkdir(join(processOne, 'task/1'), { recursive: true })
    await writeFile(join(processOne, 'comm'), `${init}\n`)
    await writeFile(join(processOne, 'task/1/children'), `${server.pid} `)
    expect(await exitOf(hanging.port, '100', processOne)).toBe(1)
    server.stdin?.end()
    expect((await ended)[1]).toBe(signal)
    // In the containers, process 1 is docker-init.
    expect(instances.map((instance) => instance.init)).toStrictEqual([true, true])
  })
})

test('systemd takes signs of life from the program that sends them, and ends a server that hangs within 30 s', () => {
  expect(Number(service.WatchdogSec) + Number(service.RestartSec)).toBeLessThan(25)
  // A stopped process receives other signals only when it continues.
  expect(service).toMatchObject({ NotifyAccess: 'all', WatchdogSignal: 'SIGKILL' })
})

test('every alert names metrics that the server has', async () => {
  const { groups } = parseYaml(read('deploy/alerts.yaml')) as Rules
  const { request } = await startApp()
  const { text } = await request.get('/metrics')
  const known = Array.from(text.matchAll(/^# TYPE (\w+)/gm), ([, name]) => name)
  expect(groups.length).toBeGreaterThan(0)
  for (const { alert, expr } of groups.flatMap(({ rules }) => rules)) {
    const named = expr.match(/\b(?:api|http|process|nodejs|content|visitor)_\w+/g) ?? []
    const unknown = named.filter((name) => !known.includes(name.replace(/_(?:count|bucket)$/, '')))
    expect([alert, unknown, named.length > 0 || expr === 'up{job="ugarit"} == 0']).toStrictEqual([alert, [], true])
  }
})

test('nginx passes over a silent instance within 3 s, and closes idle connections before the instances do', () => {
  const secondsOf = (name: string) => Number(new RegExp(`\\n {2}${name} (\\d+)s;`).exec(conf)?.[1])
  expect(secondsOf('proxy_read_timeout')).toBeLessThan(3)
  expect(secondsOf('keepalive_timeout') * 1_000).toBeLessThan(serverOptions.keepAliveTimeout)
})

test('nginx sends no name that a client made up', () => {
  expect(conf.replace(/#.*/g, '')).not.toMatch(/\$(?:http_)?host\b/)
  for (const header of ['Host', 'X-Forwarded-For', 'X-Request-Id'])
    expect(conf).toContain(`proxy_set_header ${header} $`)
})
