import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@playwright/test'
import { defaultProduct } from '#contract/operations'
import { createPaths } from '#contract/paths'
import { readContent } from '../support/shipped-content'
import { firstOf } from '../support/site-pages'
import { type Asked, ask, measure } from './load'
import { keepOnCore } from './process-time'
import type { BareAnswer } from './processes/bare-process'
import { median, printTable } from './table'

/** Tells what each hook of the server costs: its processor time with the hook, less its time without it. Needs Linux. */

const rounds = Number(process.env.RUNS ?? 10)

/** The requests of a measurement. Fewer would take no less time, because autocannon runs for a second at least. */
const amount = 2_000
const accept = 'image/avif,image/webp,*/*;q=0.8'
const picture = `/images/${encodeURIComponent(firstOf((await readdir('images')).sort()))}`
const { courses } = await readContent()
const course = createPaths({ locale: 'en', product: defaultProduct }).course(firstOf(courses).slug)
const questions: Record<string, Asked> = {
  'a page': { method: 'GET', path: course, headers: { 'accept-encoding': 'br' } },
  'a picture of 640 px': { method: 'GET', path: `${picture}?w=640`, headers: { accept } },
  'the original': { method: 'GET', path: picture, headers: {} },
}
const table = printTable(['µs', ...Object.keys(questions)])

const children: ChildProcess[] = []
test.afterAll(() => children.forEach((child) => void child.kill()))

/** Starts a server. Returns its process and its first message. */
async function start<Message>(file: string, ...args: string[]) {
  const env = { ...process.env, PORT: '0', CACHE_DIR: 'off', LOG_LEVEL: process.env.LOG_LEVEL ?? 'info' }
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const
  const child = fork(join(import.meta.dirname, 'processes', file), args, {
    execArgv: ['--import', 'tsx'],
    env,
    stdio: [...stdio],
  })
  children.push(child)
  const [message] = (await once(child, 'message')) as [Message]
  keepOnCore(child.pid ?? 0, 0)
  return { child, message }
}

test('the hooks of a page and of pictures', async () => {
  keepOnCore(process.pid, 1)
  const ours = await start<{ port: number; hooks: string[] }>('hooks-process.ts')
  const names = [...new Set(ours.message.hooks)]
  const without = await Promise.all(names.map((name) => start<{ port: number }>('hooks-process.ts', name)))
  const [bare, plain] = [await start('bare-process.ts'), await start('plain-process.ts')]
  const columns: number[][] = []
  for (const asked of Object.values(questions)) {
    // The first requests make the server compress the page better.
    for (const { message } of [ours, ...without]) await measure(message.port, [], asked, amount)
    const { headers, body } = await ask(ours.message.port, asked)
    const told = async ({ child }: { child: ChildProcess }) => {
      child.send({ headers, body: body.toString('base64') } satisfies BareAnswer)
      const [port] = (await once(child, 'message')) as [number]
      return { child, message: { port } }
    }
    const servers = [await told(bare), await told(plain), ours, ...without]
    const times = servers.map((): number[] => [])
    for (let round = 0; round < rounds; round++)
      for (const [index, { child, message }] of servers.entries())
        times[index]?.push((await measure(message.port, [child.pid ?? 0], asked, amount)).micros)
    const [bareTimes = [], plainTimes = [], ourTimes = [], ...others] = times
    // Compares times of the same round, because the machine's speed changes in a minute.
    const costs = others.map((each) => median(each.map((time, round) => (ourTimes[round] ?? Number.NaN) - time)))
    columns.push([median(bareTimes), median(plainTimes), median(ourTimes), ...costs])
  }
  const rows = ['bare node:http', 'Fastify without hooks', 'this server', ...names.map((name) => `of it ${name}`)]
  for (const [index, name] of rows.entries())
    table.push([name, ...columns.map((column) => (column[index] ?? Number.NaN).toFixed(1))])
})
