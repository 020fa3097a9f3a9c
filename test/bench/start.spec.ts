import { spawn } from 'node:child_process'
import { test } from '@playwright/test'
import { median, printTable } from './table'

const rounds = 11

/** The shortest code with which Fastify answers. */
const plainFastify = `
import { fastify } from 'fastify'
const app = fastify()
app.get('/api/get-blogs', async () => ({ data: [] }))
process.stdout.write('The site is at ' + await app.listen({ port: 0, host: '127.0.0.1' }) + '/\\n')
`
const subjects = [
  { name: 'plain Fastify, one route', args: ['--input-type=module', '-e', plainFastify], path: 'api/get-blogs' },
  { name: 'the built server, an operation', args: ['dist/server/main.js'], path: 'api/get-blogs' },
  { name: 'the built server, the home page', args: ['dist/server/main.js'], path: '' },
].map((subject) => ({ ...subject, times: [] as number[] }))

const table = printTable([`first answer, median of ${rounds}`, 'ms', 'ratio'])

test('from starting the process to its first answer', async () => {
  for (let round = 0; round < rounds; round++)
    for (const { args, path, times } of subjects) times.push(await firstAnswer(args, path))
  const plain = median(subjects[0]?.times ?? [])
  for (const { name, times } of subjects)
    table.push([name, Math.round(median(times)), (median(times) / plain).toFixed(2)])
})

async function firstAnswer(args: string[], path: string): Promise<number> {
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: '0', LOG_LEVEL: 'error', CACHE_DIR: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((found, failed) => {
    child.stdout.on('data', (text) => {
      const [, address] = /The site is at (\S+)/.exec(String(text)) ?? []
      if (address) found(address)
    })
    child.once('exit', () => failed(new Error(`node ${args[0]} ended before it listened`)))
  })
  await (await fetch(url + path)).text()
  const time = performance.now() - began
  child.kill('SIGKILL')
  return time
}
