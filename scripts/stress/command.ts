import { parseArgs } from 'node:util'
import { readFigure, startBuiltServer } from '../built-server'
import { load } from './load'
import { drip, openIdle } from './slow-clients'

const help = `npm run stress -- [--parts slow,idle,load] [--connections 1000] [--seconds 60] [--idle 500]

Against the built server (npm run build), each part with its limit:
  slow   a header or a body that drips is ended within 15 s
  idle   with 500 idle connections the others' p95 stays below 100 ms, at 100 requests a second
  load   1,000 connections for 60 s: every answer right and whole
Exit code: 0 when all parts keep their limits, else 1.
`

type Output = { stdout: { write: (text: string) => unknown } }
type Part = { said: string; isGood: boolean }

export async function stressCommand(args: string[], { stdout }: Output): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      parts: { type: 'string', default: 'slow,idle,load' },
      connections: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '60' },
      idle: { type: 'string', default: '500' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) {
    stdout.write(help)
    return 0
  }
  const seconds = Number(values.seconds)
  const server = await startBuiltServer()
  const { port } = server
  const parts: Record<string, () => Promise<Part>> = {
    slow: async () => {
      const [header, body] = await Promise.all([drip(port, 'header'), drip(port, 'body')])
      const said = `a dripping header was ended after ${header.seconds.toFixed(1)} s, a body after ${body.seconds.toFixed(1)} s`
      return { said, isGood: header.seconds < 15 && body.seconds < 15 }
    },
    idle: async () => {
      // Each page once, so that the figures are those of a site that runs.
      await load({ port, connections: 2, seconds: 1 })
      const end = await openIdle(port, Number(values.idle))
      const { p95, answered, errors } = await load({
        port,
        connections: 20,
        seconds: 8,
        perSecond: 100,
      })
      end()
      const said = `with ${values.idle} idle connections: ${answered} answers, ${errors.length} errors, p95 ${p95.toFixed(1)} ms`
      return { said, isGood: p95 < 100 && errors.length === 0 && answered > 0 }
    },
    load: async () => {
      const connections = Number(values.connections)
      const figures = await load({ port, connections, seconds })
      const memory = await readFigure(server.url, 'process_resident_memory_bytes')
      const rate = Math.round(figures.answered / figures.seconds)
      const first = figures.errors[0] ? ` (${figures.errors[0]})` : ''
      const said = `${connections} connections for ${figures.seconds.toFixed(0)} s: ${figures.answered} answers (${rate}/s), ${figures.errors.length} errors${first}, p95 ${figures.p95.toFixed(0)} ms, resident ${(memory / 1e6).toFixed(0)} MB`
      return { said, isGood: figures.errors.length === 0 && figures.answered > 0 }
    },
  }
  let isGood = true
  try {
    for (const name of values.parts.split(',')) {
      const run = parts[name]
      if (!run) throw new Error(`there is no part "${name}"; there are ${Object.keys(parts).join(', ')}`)
      const part = await Promise.race([run(), server.crashed])
      stdout.write(`${part.isGood ? 'good' : 'BAD '}  ${part.said}\n`)
      isGood &&= part.isGood
    }
  } finally {
    const code = await server.stop()
    stdout.write(`the server ended with exit code ${code}\n`)
  }
  return isGood ? 0 : 1
}
