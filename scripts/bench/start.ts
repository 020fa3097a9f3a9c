import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { median, table, writeReport } from './report'

const root = resolve(import.meta.dirname, '../..')
const rounds = 11

/** What one would write to see Fastify answer. */
const plainFastify = `
import { fastify } from 'fastify'
const app = fastify()
app.get('/api/get-blogs', async () => ({ data: [] }))
process.stdout.write('The site is at ' + await app.listen({ port: 0, host: '127.0.0.1' }) + '/\\n')
`

/**
 * The time from starting the process to its first answer, of the built server and of plain Fastify, in turns, and the size of a
 * production install by the lock file. Writes `bench/start.md`.
 */
export async function benchStart(): Promise<string> {
  const subjects: { name: string; args: string[]; path: string; times: number[] }[] = [
    {
      name: 'plain Fastify, one route',
      args: ['--input-type=module', '-e', plainFastify],
      path: 'api/get-blogs',
      times: [],
    },
    { name: 'the built server, an operation', args: ['dist/server/main.js'], path: 'api/get-blogs', times: [] },
    { name: 'the built server, the home page', args: ['dist/server/main.js'], path: '', times: [] },
  ]
  for (let round = 0; round < rounds; round++) {
    for (const { args, path, times } of subjects) times.push(await firstAnswer(args, path))
  }
  const plain = median(subjects[0]?.times ?? [])
  const rows = subjects.map(({ name, times }) => [name, Math.round(median(times)), (median(times) / plain).toFixed(2)])
  const { others, pictures } = await installSizes()
  const text = [
    '### Start and size',
    '',
    table([`first answer, median of ${rounds}`, 'ms', 'ratio'], rows),
    '',
    `A production install (\`npm ci --omit=dev\`) takes ${others} MB, and the picture library ${pictures} MB beside them.`,
    '',
  ]
  return writeReport('start', text.join('\n'))
}

async function firstAnswer(args: string[], path: string): Promise<number> {
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: root,
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

/** Megabytes of the packages that a production install on this machine has, the picture library apart. */
async function installSizes(): Promise<{ others: string; pictures: string }> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>
  }
  const sizes = { others: 0, pictures: 0 }
  for (const [path, { dev, devOptional }] of Object.entries(lock.packages)) {
    if (!path || dev || devOptional || !existsSync(join(root, path))) continue
    sizes[/node_modules\/(?:sharp|@img\/.*)$/.test(path) ? 'pictures' : 'others'] += await sizeOf(join(root, path))
  }
  return { others: (sizes.others / 1e6).toFixed(1), pictures: (sizes.pictures / 1e6).toFixed(1) }
}

/** The bytes of a package's own files; what is nested in it has entries of its own. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true })
  const sizes = entries.map(async (entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? 0 : sizeOf(path)
    return (await stat(path)).size
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
