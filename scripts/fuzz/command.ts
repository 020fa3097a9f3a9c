import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { locales } from '#contract/locales'
import { defaultProduct } from '#contract/operations'
import { createPaths } from '#contract/paths'
import { collecting, readFigure, readHeap, startBuiltServer } from '../built-server'
import { inParallel } from '../contract/in-parallel'
import { faultOf } from './judge'
import { badRequests } from './requests'
import { createSender } from './send'

const help = `npm run fuzz -- [--requests 10000] [--seed N]

Sends bad requests of every kind, made from the contract's schemas, to the built server (npm run build), and says how it took
them. Exit code: 0 when none was answered with 5xx or leaked anything, the server lived, and its memory stayed; else 1.
`

/** Requests made, sent and judged together. */
const batch = 1_000

type Output = { stdout: { write: (text: string) => unknown } }

export async function fuzzCommand(args: string[], { stdout }: Output): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { requests: { type: 'string', default: '10000' }, seed: { type: 'string' }, help: { type: 'boolean' } },
  })
  if (values.help) {
    stdout.write(help)
    return 0
  }
  const count = Number(values.requests)
  const seed = Number(values.seed ?? randomInt(2 ** 31))
  const requests = badRequests(defaultProduct, await readSlugs(), pagePaths())
  const server = await startBuiltServer({}, collecting)
  const sender = createSender(server.port)
  const statuses = new Map<number, number>()
  const faults: string[] = []
  const heap: number[] = []
  let resident = 0
  let code: number | null = null
  stdout.write(`${count} requests from seed ${seed} to ${server.url}\n`)
  try {
    for (let sent = 0; sent < count; sent += batch) {
      const batchSeed = seed + sent
      const bad = fc.sample(requests, { numRuns: Math.min(batch, count - sent), seed: batchSeed })
      const answers = inParallel(24, bad, async (request) => {
        const reply = await sender.send(request)
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
        const fault = faultOf(request, reply)
        if (fault) faults.push(`${fault} (seed ${batchSeed}): ${JSON.stringify(request).slice(0, 600)}`)
      })
      await Promise.race([answers, server.crashed])
      heap.push(await Promise.race([readHeap(server), server.crashed]))
    }
    resident = await readFigure(server.url, 'process_resident_memory_bytes')
  } finally {
    sender.close()
    code = await server.stop()
  }
  const memory = memoryOf(heap)
  for (const [status, number] of [...statuses].sort(([a], [b]) => a - b))
    stdout.write(`  ${status === 0 ? 'hung up' : status}  ${number}\n`)
  stdout.write(`heap ${memory.text}, resident ${megabytes(resident)} at the end, exit code ${code}\n`)
  for (const fault of faults.slice(0, 20)) stdout.write(`FAULT: ${fault}\n`)
  stdout.write(`${faults.length} faults\n`)
  return faults.length === 0 && memory.isFlat && code === 0 ? 0 : 1
}

/** The heap in use after the first fifth of the batches, when the caches are warm, and after the last. */
function memoryOf(heap: number[]): { text: string; isFlat: boolean } {
  const early = heap[Math.floor((heap.length - 1) / 5)] ?? 0
  const late = heap.at(-1) ?? 0
  const isFlat = late < early * 1.1 + 4_000_000
  return { text: `${megabytes(early)} early, ${megabytes(late)} late${isFlat ? '' : ': it grows'}`, isFlat }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}

async function readSlugs(): Promise<string[]> {
  const folder = join(resolve(import.meta.dirname, '../..'), 'fixtures')
  const lists = ['courses', 'courses_categories', 'blogs', 'events', 'news'].map(async (name) => {
    const items = JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8')) as { slug: string }[]
    return items.slice(0, 5).map(({ slug }) => slug)
  })
  return (await Promise.all(lists)).flat()
}

function pagePaths(): string[] {
  return Object.values(locales).flatMap(({ locale }) => {
    const paths = createPaths({ locale, product: defaultProduct })
    return [paths.home(), paths.courses(), paths.blogs(), paths.productNews(), paths.whoWeAre(), paths.contactUs()]
  })
}
